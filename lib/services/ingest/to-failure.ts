import { AppError } from '../../domain/errors.ts';
import type { FileResult } from '../../domain/import.ts';
import type { Issue, IssueCode } from '../../domain/issue.ts';
import { makeRefusedResult } from './file-result.ts';
import type { ImportInput } from './import-input.ts';

const issueOfAppError: Partial<Record<AppError['code'], IssueCode>> = {
  too_large: 'too_large',
  disk_full: 'disk_full',
  store_busy: 'store_busy',
  cancelled: 'cancelled',
  unreadable: 'unreadable',
  unsupported_format: 'not_supported',
};

const messageOfErrno: Record<string, string> = {
  ENOENT: 'There is no such file.',
  EACCES: 'The file cannot be read: permission denied.',
  EPERM: 'The file cannot be read: permission denied.',
  EISDIR: 'This is a folder, not a file.',
  ENXIO: 'This is not a regular file.',
  ELOOP: 'The file cannot be read: links lead to each other.',
};

/** The result of a file that could not be read, and why. Throws what is no property of the file. */
export const toFailure = (input: ImportInput, bytes: number, error: unknown): FileResult => {
  const issue = toIssue(error);
  if (!issue) throw error;
  const status = issue.code === 'cancelled' ? 'cancelled' : issue.code === 'too_large' ? 'refused' : 'failed';
  return makeRefusedResult(input.path, bytes, status, issue, null);
};

const toIssue = (error: unknown): Issue | null => {
  if (error instanceof AppError) {
    const code = issueOfAppError[error.code];
    return code ? { line: null, code, message: error.message, excerpt: null } : null;
  }
  // An error of the archive is our fault, and no property of the file.
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string' || !isErrno(error.code)) return null;
  return {
    line: null,
    code: 'unreadable',
    message: messageOfErrno[error.code] ?? `The file cannot be read: ${error.code}.`,
    excerpt: null,
  };
};

/** Codes of the system, such as ENOENT; not those of Node (ERR_…) or SQLite. */
const isErrno = (code: string): boolean => /^E(?!RR_)[A-Z0-9]+$/u.test(code);
