import * as z from 'zod';
import { conflictDetails, type ChangedMeanwhile } from '../domain/triage.ts';

/** A problem response (RFC 9457), parsed leniently, because a proxy's error page lacks these fields. */
export const problem = z.object({
  title: z.string().optional(),
  detail: z.string().optional(),
  code: z.string().optional(),
  requestId: z.string().optional(),
  /** For a conflict: the current state. */
  changed: conflictDetails.shape.changed.optional().catch(undefined),
  changeId: z.string().optional().catch(undefined),
});
export type Problem = z.output<typeof problem>;

/** A request that failed. `code` is the server's, or `network` (no answer) or `bad_response` (an answer we cannot read). */
export class ClientError extends Error {
  readonly code: string;
  readonly requestId: string | null;
  /** Conflict details: what changed. */
  readonly changed: readonly ChangedMeanwhile[];
  /** Undoes what an action had changed before it failed. Null: nothing that is known of. */
  readonly changeId: string | null;
  /** How long the server asks to wait before asking again. */
  readonly retryAfterMs: number | null;

  constructor(
    readonly status: number | null,
    message: string,
    about: {
      code: string;
      requestId?: string | null;
      changed?: readonly ChangedMeanwhile[];
      changeId?: string;
      retryAfterMs?: number | null;
    },
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ClientError';
    this.code = about.code;
    this.requestId = about.requestId ?? null;
    this.changed = about.changed ?? [];
    this.changeId = about.changeId ?? null;
    this.retryAfterMs = about.retryAfterMs ?? null;
  }

  /** Whether the server has no such thing. */
  get missing(): boolean {
    return this.status === 404;
  }

  /** Whether asking again could help without anything being changed. */
  get transient(): boolean {
    return this.status === null || (this.status === 503 && this.changeId === null);
  }

  /** Whether the server was too busy, and changed nothing. */
  get isBusy(): boolean {
    return this.code === 'store_busy' && this.changeId === null;
  }
}

/** The error for an answer with a failing status. `retryAfter`: the header, in seconds. */
export const toClientError = (status: number, text: string, requestId: string | null, retryAfter: string | null = null): ClientError => {
  let reported: Problem = {};
  try {
    const parsed = problem.safeParse(JSON.parse(text));
    if (parsed.success) reported = parsed.data;
  } catch {
    // Not JSON: the status is all that is known.
  }
  const message = reported.detail ?? reported.title ?? `The server answered ${status}.`;
  return new ClientError(status, message, {
    code: reported.code ?? `http_${status}`,
    requestId: reported.requestId ?? requestId,
    changed: reported.changed,
    changeId: reported.changeId,
    retryAfterMs: retryAfter !== null && /^\d{1,4}$/u.test(retryAfter) ? Number(retryAfter) * 1_000 : null,
  });
};

/** One line for a bug report: status, code, request id, message. */
export const printErrorDetails = (error: Error): string => {
  if (!(error instanceof ClientError)) return `${error.name}: ${error.message}`;
  const parts = [error.status === null ? error.code : `${error.status} ${error.code}`];
  if (error.requestId) parts.push(`request ${error.requestId}`);
  return parts.join(', ');
};
