import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { AppError } from '../lib/domain/errors.ts';
import { checkVersion, migrateDatabase } from './migrate-database.ts';
import { toDatabaseError } from './database-error.ts';
import { createPrivately } from '../lib/sources/private-files.ts';

export type OpenDatabase = {
  /** Path of the file, or `:memory:`. Its folder is created if it is missing; both are private to this user. */
  file: string;
  /** Folder of the migrations; given because the bundles in dist/ lie elsewhere than the sources. */
  migrationsFolder: string;
  /** Pages that are kept in memory, in bytes. */
  cacheBytes?: number;
  /** How long opening waits for another process, in milliseconds; five seconds unless it is said. */
  waitMs?: number;
};

/**
 * Two thirds of what an action on 10,000 observations of 100,000 changes, whose other pages are written twice: with more, the server takes
 * more than 400 MB under mixed load.
 */
const defaultCacheBytes = 64 * 1024 * 1024;

/**
 * Opens the archive and brings its tables up to date. Waits for another process that is doing the same.
 * Fails with an AppError that names the file when it is no database, another program's, of a newer version, not writable, or the disk is full.
 */
export const openDatabase = ({
  file,
  migrationsFolder,
  cacheBytes = defaultCacheBytes,
  waitMs = 5_000,
}: OpenDatabase): Database.Database => {
  const db = file === ':memory:' ? openMemory(migrationsFolder) : openFile(file);
  try {
    db.pragma(`busy_timeout = ${waitMs}`);
    // No trigger calls a function that could do more than compute.
    db.pragma('trusted_schema = OFF');
    // Before anything is written, if only its journal mode: the file may be another program's.
    const isCurrent = checkVersion(db, migrationsFolder, file);
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    db.pragma('foreign_keys = ON');
    // Deleted data is overwritten, so that nobody finds it in the file. The cost is too small to measure.
    db.pragma('secure_delete = ON');
    db.pragma(`cache_size = -${Math.ceil(cacheBytes / 1024)}`);
    db.pragma('temp_store = MEMORY');
    db.pragma('wal_autocheckpoint = 5000');
    if (!isCurrent) migrateDatabase(db, migrationsFolder, file);
    db.pragma('busy_timeout = 0');
    return db;
  } catch (error) {
    db.close();
    throw toDatabaseError(error, file);
  }
};

/** New archives in memory, by their migrations: copying one takes a tenth of the time of applying those. */
const newArchives = new Map<string, Buffer>();

const openMemory = (migrationsFolder: string): Database.Database => {
  const known = newArchives.get(migrationsFolder);
  if (known) return new Database(known);
  const db = new Database(':memory:');
  migrateDatabase(db, migrationsFolder, ':memory:');
  newArchives.set(migrationsFolder, db.serialize());
  return db;
};

const openFile = (file: string): Database.Database => {
  try {
    // SQLite gives the files beside it the mode that this one has.
    createPrivately(file);
    refuseOddFile(file);
    return new Database(file);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw toDatabaseError(error, file);
  }
};

/** Opening a pipe would wait for another program, and a device has no end. Fails with `unreadable`; a missing file passes. */
export const refuseOddFile = (file: string): void => {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats && !stats.isFile())
    throw new AppError(
      'unreadable',
      `${file} is ${stats.isDirectory() ? 'a folder' : 'a pipe, a socket or a device'}, not a database file.`,
    );
};
