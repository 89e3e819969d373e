import * as z from 'zod';
import type { AppError } from '../domain/errors.ts';
import { errorCodes, type ErrorCode } from '../domain/errors.ts';
import { conflictDetails, type changedMeanwhile } from '../domain/triage.ts';

type Failure = { status: number; exitCode: 1 | 2; title: string };

const failures: Record<ErrorCode, Failure> = {
  invalid_input: { status: 400, exitCode: 2, title: 'Invalid input' },
  not_found: { status: 404, exitCode: 1, title: 'Not found' },
  method_not_allowed: { status: 405, exitCode: 2, title: 'Method not allowed' },
  conflict: { status: 409, exitCode: 1, title: 'Conflict' },
  forbidden: { status: 403, exitCode: 1, title: 'Forbidden' },
  unauthorized: { status: 401, exitCode: 1, title: 'Token required' },
  too_large: { status: 413, exitCode: 1, title: 'Too large' },
  unsupported_format: { status: 415, exitCode: 1, title: 'Unsupported format' },
  store_busy: { status: 503, exitCode: 1, title: 'Database busy' },
  unavailable: { status: 503, exitCode: 1, title: 'Unavailable' },
  disk_full: { status: 507, exitCode: 1, title: 'Disk full' },
  unreadable: { status: 422, exitCode: 1, title: 'Unreadable' },
  damaged: { status: 500, exitCode: 1, title: 'Database damaged' },
  cancelled: { status: 499, exitCode: 1, title: 'Cancelled' },
  internal: { status: 500, exitCode: 1, title: 'Internal error' },
};

/** Whether an error is an AppError of any bundle: the server and the pages are separate bundles. */
export const isAppError = (error: unknown): error is AppError =>
  error instanceof Error && error.name === 'AppError' && 'code' in error && errorCodes.some((code) => code === error.code);

/** Exit code for an error: 2 for wrong usage, else 1. */
export const toExitCode = (error: unknown): 1 | 2 => (isAppError(error) ? failures[error.code].exitCode : 1);

export const toHttpStatus = (error: unknown): number => failures[isAppError(error) ? error.code : 'internal'].status;

export type Problem = { type: string; title: string; status: number; detail: string; code: ErrorCode; requestId: string } & Extensions;
type Extensions = { changed?: z.input<typeof changedMeanwhile>[]; changeId?: string };

/** Problem details (RFC 9457). Messages of unexpected errors go only to the log. */
export const toProblem = (error: unknown, requestId: string): Problem => {
  const code = isAppError(error) ? error.code : 'internal';
  const { status, title } = failures[code];
  const detail = isAppError(error) && code !== 'internal' ? error.message : `Internal error. See ${requestId} in the server log.`;
  return { type: 'about:blank', title, status, detail, code, requestId, ...toExtensions(error) };
};

/** A conflict carries the current state; an action that failed half-way, the id that undoes what it changed. */
const toExtensions = (error: unknown): Extensions => {
  if (!isAppError(error)) return {};
  if (typeof error.details.changeId === 'string') return { changeId: error.details.changeId };
  if (error.code !== 'conflict') return {};
  const reported = z.safeEncode(conflictDetails, error.details as z.output<typeof conflictDetails>);
  return reported.success ? reported.data : {};
};

export const problemType = 'application/problem+json; charset=utf-8';

/** When to ask again, in seconds: a busy database is free again soon. Not if part of a change was made. */
export const toRetryHeaders = ({ status, changeId }: Pick<Problem, 'status' | 'changeId'>): Record<string, string> =>
  status === failures.store_busy.status && changeId === undefined ? { 'retry-after': '1' } : {};

/** Errors with public details, about invalid input. */
const publicDetails: ReadonlySet<ErrorCode> = new Set(['invalid_input', 'not_found', 'conflict']);

/** An expected failure in the format of the agents' tool, with valid values; null for other errors. */
export const toToolError = (error: unknown): Record<string, unknown> | null => {
  if (!isAppError(error) || error.code === 'internal') return null;
  return { status: 'error', error: error.message, ...(publicDetails.has(error.code) && error.details) };
};
