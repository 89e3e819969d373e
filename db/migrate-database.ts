import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Database } from 'better-sqlite3';
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator';
import { AppError } from '../lib/domain/errors.ts';

/**
 * Applies the migrations that are missing, in one transaction that no other process can interleave with. Keeps drizzle's
 * own table of what was applied. Fails as `checkVersion` does.
 */
export const migrateDatabase = (db: Database, migrationsFolder: string, file: string): void => {
  db.transaction(() => {
    if (checkVersion(db, migrationsFolder, file)) return;
    const latest = readLatest(db);
    const missing = readMigrationFiles({ migrationsFolder }).filter(({ folderMillis }) => folderMillis > latest);
    applyMigrations(db, missing);
  }).immediate();
};

/** Applies migrations, and lists them in the database. */
export const applyMigrations = (db: Database, migrations: readonly MigrationMeta[]): void => {
  db.exec('CREATE TABLE IF NOT EXISTS __drizzle_migrations (id INTEGER PRIMARY KEY, hash TEXT NOT NULL, created_at NUMERIC)');
  for (const { sql, hash, folderMillis } of migrations) {
    for (const statement of sql) db.exec(statement);
    db.prepare('INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)').run(hash, folderMillis);
  }
};

/**
 * Returns whether a database has all migrations; writes nothing. Fails with `unreadable` for a database of another program, and with
 * `conflict` for one that holds a migration unknown here: it was written by a newer version, or by one from before the first release.
 */
export const checkVersion = (db: Database, migrationsFolder: string, file: string): boolean => {
  const [latest, newest] = [readLatest(db), readNewest(migrationsFolder)];
  if (latest === newest) return true;
  if (latest === 0 && isEmpty(db)) return false;
  if (latest > 0 && latest < newest && readMigrationFiles({ migrationsFolder }).some(({ folderMillis }) => folderMillis === latest))
    return false;
  throw hasObject(db, 'records') ? toUnknownVersion(file, latest > newest) : toForeign(file);
};

/** Out of drizzle's list of the migrations: reading all of them at each event would take a hook milliseconds. */
const readNewest = (migrationsFolder: string): number => {
  const { entries } = JSON.parse(readFileSync(path.join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as {
    entries: { when: number }[];
  };
  return entries.at(-1)?.when ?? 0;
};

const toForeign = (file: string): AppError =>
  new AppError(
    'unreadable',
    `${file} is a database, but not one of Trajectory Observatory, and was left as it is. Choose another file with OBSERVATORY_DB, or move this one away.`,
  );

const toUnknownVersion = (file: string, isNewer: boolean): AppError =>
  new AppError(
    'conflict',
    isNewer
      ? `The database ${file} was written by a newer version of Trajectory Observatory. Update the program, or choose another file with OBSERVATORY_DB.`
      : `The database ${file} was written by a version from before the first release, whose tables cannot be carried over. Move the file away, or choose another one with OBSERVATORY_DB, and import the sources again.`,
  );

const hasObject = (db: Database, name: string): boolean => db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(name) !== undefined;

const isEmpty = (db: Database): boolean =>
  db.prepare(String.raw`SELECT 1 FROM sqlite_schema WHERE name NOT LIKE 'sqlite\_%' ESCAPE '\'`).get() === undefined;

/** When the newest migration that a database has was made; 0: it has none. */
export const readLatest = (db: Database): number => {
  if (!hasObject(db, '__drizzle_migrations')) return 0;
  const row = db.prepare<[], { latest: number | null }>('SELECT max(created_at) AS latest FROM __drizzle_migrations').get();
  return row?.latest ?? 0;
};
