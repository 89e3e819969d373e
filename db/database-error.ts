import { AppError, codeOf, type ErrorCode } from '../lib/domain/errors.ts';

const choose = 'Choose another file with OBSERVATORY_DB, or';

const failures: readonly { test: RegExp; code: ErrorCode; message: (file: string, reason: string) => string }[] = [
  {
    test: /^SQLITE_(BUSY|LOCKED)/,
    code: 'store_busy',
    message: (file) => `The database ${file} is being written by another process and did not become free in time. Try again.`,
  },
  {
    // The file in which connections share their index of the log is written when the first one opens it.
    test: /^(SQLITE_(FULL|IOERR_SHMSIZE)|ENOSPC|EDQUOT)/,
    code: 'disk_full',
    message: (file) => `The disk that holds ${file} is full. Nothing half-written was kept. Free some space and try again.`,
  },
  {
    test: /^SQLITE_NOTADB/,
    code: 'unreadable',
    message: (file) => `${file} is no SQLite database, and was left as it is. ${choose} move the file away.`,
  },
  {
    test: /^SQLITE_CORRUPT_VTAB/,
    code: 'unreadable',
    message: (file) => `The search index of ${file} is damaged. Start or restart the server, which builds it again.`,
  },
  {
    test: /^SQLITE_CORRUPT/,
    code: 'unreadable',
    message: (file) => `The database ${file} is damaged. ${choose} restore it from a backup; the sources can be imported again.`,
  },
  {
    test: /^(SQLITE_(READONLY|CANTOPEN|PERM|AUTH)|EACCES|EPERM|EROFS|ENOTDIR|EISDIR|EEXIST)/,
    code: 'forbidden',
    message: (file) => `The database ${file} cannot be opened for writing. ${choose} make its folder writable.`,
  },
  {
    test: /^SQLITE_IOERR/,
    code: 'unreadable',
    message: (file) => `The database ${file} could not be read or written: the disk reported an error. ${choose} check the disk.`,
  },
  {
    test: /^SQLITE_/,
    code: 'internal',
    message: (file, reason) => `SQLite failed on the database ${file}: ${reason}. Each start of the server checks it for damage.`,
  },
];

/** A failure of SQLite or of the file system as an AppError that names the file; anything else as it was. */
export const toDatabaseError = (error: unknown, file: string): unknown => {
  const code = codeOf(error);
  const failure = error instanceof AppError || code === null ? undefined : failures.find(({ test }) => test.test(code));
  return failure
    ? new AppError(failure.code, failure.message(file, error instanceof Error ? error.message : String(error)), { cause: code })
    : error;
};

/** True where another connection holds the lock: worth another try. */
export const isBusy = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error) ?? '');
