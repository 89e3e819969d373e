import { existsSync, renameSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { AppError, codeOf } from '../lib/domain/errors.ts';
import { checkCopy } from './check-copy.ts';
import { isBusy, toDatabaseError } from './database-error.ts';
import { openDatabase } from './open-database.ts';
import { createPrivately } from './private-files.ts';

type Restore = {
  backup: string;
  databaseFile: string;
  migrationsFolder: string;
  /** Where the present database goes. */ asideFile: string;
};

/**
 * Puts a backup in the place of a database, which is kept aside; answers whether there was one. A copy of the backup is checked and
 * brought up to date first, so that the backup stays as it is, and a bad one changes nothing: `invalid_input`, `damaged` or, of a newer
 * version, `conflict`. Fails with `conflict`, too, while any process has the database open.
 */
export const restoreDatabase = async ({ backup, databaseFile, migrationsFolder, asideFile }: Restore): Promise<boolean> => {
  const copy = `${databaseFile}.restored`;
  try {
    await copyBackup(backup, copy);
    openDatabase({ file: copy, migrationsFolder }).close();
    return replace(databaseFile, copy, asideFile);
  } finally {
    for (const ending of endings) rmSync(copy + ending, { force: true });
  }
};

const endings = ['', '-wal', '-shm'];

const copyBackup = async (backup: string, copy: string): Promise<void> => {
  if (!existsSync(backup)) throw new AppError('not_found', `There is no file ${backup}.`);
  for (const ending of endings) rmSync(copy + ending, { force: true });
  createPrivately(copy);
  let db: Database.Database | null = null;
  try {
    db = new Database(backup, { readonly: true, fileMustExist: true });
    const isArchive = db.prepare("SELECT 1 FROM sqlite_master WHERE name = '__drizzle_migrations'").get();
    if (!isArchive) throw new AppError('invalid_input', `${backup} is a database, but not one of Trajectory Observatory.`);
    await db.backup(copy);
    checkCopy(copy, `of ${backup}`);
  } catch (error) {
    const code = codeOf(error);
    if (code?.startsWith('SQLITE_CORRUPT')) throw new AppError('damaged', `${backup} is damaged.`);
    if (code === 'SQLITE_NOTADB') throw new AppError('invalid_input', `${backup} is no database. Name a backup of Trajectory Observatory.`);
    throw toDatabaseError(error, backup);
  } finally {
    db?.close();
  }
};

/** Nobody can open the database between the two renames: this connection has it to itself. */
const replace = (databaseFile: string, copy: string, asideFile: string): boolean => {
  if (!existsSync(databaseFile)) {
    renameSync(copy, databaseFile);
    return false;
  }
  const db = lockAlone(databaseFile);
  try {
    for (const ending of endings) if (existsSync(databaseFile + ending)) renameSync(databaseFile + ending, asideFile + ending);
    renameSync(copy, databaseFile);
  } finally {
    db?.close();
  }
  return true;
};

/** The database without its log, locked; null where it is so damaged that it cannot be opened. */
const lockAlone = (file: string): Database.Database | null => {
  const db = new Database(file, { timeout: 1_000 });
  try {
    // Leaving the write-ahead log fails while another connection is open, whatever it does.
    db.pragma('journal_mode = DELETE');
    db.exec('BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db.close();
    if (isBusy(error))
      throw new AppError('conflict', `${file} is in use. Stop the server and other commands that use it, then restore again.`);
    if (/^SQLITE_(?:CORRUPT|NOTADB)/u.test(codeOf(error) ?? '')) return null;
    throw toDatabaseError(error, file);
  }
};
