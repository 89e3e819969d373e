/** All error codes. Each maps to one HTTP status and one exit code. */
export const errorCodes = [
  'invalid_input',
  'not_found',
  'method_not_allowed',
  'conflict',
  'forbidden',
  'unauthorized',
  'too_large',
  'unsupported_format',
  'store_busy',
  'unavailable',
  'disk_full',
  'unreadable',
  'damaged',
  'cancelled',
  'internal',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** An expected failure. `message` says what, where and what to do; it is shown to people as it is. */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = 'AppError';
  }
}

/** Whether an error is the system's with this code, such as `ENOENT`. */
export const hasCode = (error: unknown, code: string): boolean => codeOf(error) === code;

/** Whether the system refused a write because the disk, or what this user may have of it, is full. */
export const isDiskFull = (error: unknown): boolean => hasCode(error, 'ENOSPC') || hasCode(error, 'EDQUOT');

/** The code of an error of the system, of SQLite or of this program; null if it has none. */
export const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
