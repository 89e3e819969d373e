import Database from 'better-sqlite3';

/** `user_version` of a database that was found damaged: every process sees it, and no other copy of the archive has it. */
export const damagedVersion = 1;

/**
 * Looks for damage in a whole database, which takes seconds per gigabyte, and marks it: a marked database takes no more writes, from any
 * process. The mark goes when nothing is found any more. Returns the first thing that is wrong, or null.
 */
export const checkDatabase = (file: string): string | null => {
  const db = new Database(file, { fileMustExist: true, timeout: 5_000 });
  try {
    const problem = findProblem(db);
    const version = problem === null ? 0 : damagedVersion;
    if (db.pragma('user_version', { simple: true }) !== version) db.pragma(`user_version = ${version}`);
    return problem;
  } finally {
    db.close();
  }
};

const findProblem = (db: Database.Database): string | null => {
  try {
    const found = String(db.pragma('quick_check(1)', { simple: true }));
    return found === 'ok' ? null : found;
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_CORRUPT')) return error.message;
    throw error;
  }
};
