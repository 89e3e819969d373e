import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Database } from 'better-sqlite3';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { AppError } from '../lib/domain/errors.ts';

/**
 * Applies the migrations that are missing, in one transaction that no other process can interleave with. Keeps drizzle's
 * own table of what was applied. A database that holds a migration unknown here was written by a newer version, or by one
 * from before the first release: `conflict`.
 */
export const migrateDatabase = (db: Database, migrationsFolder: string, file: string): void => {
  const newest = readNewest(migrationsFolder);
  if (readLatest(db) === newest) return;
  const migrations = readMigrationFiles({ migrationsFolder });
  db.transaction(() => {
    db.exec('CREATE TABLE IF NOT EXISTS __drizzle_migrations (id INTEGER PRIMARY KEY, hash TEXT NOT NULL, created_at NUMERIC)');
    const latest = readLatest(db);
    if (latest !== 0 && !migrations.some(({ folderMillis }) => folderMillis === latest)) throw toUnknownVersion(file, latest > newest);
    for (const { sql, hash, folderMillis } of migrations) {
      if (folderMillis <= latest) continue;
      for (const statement of sql) db.exec(statement);
      db.prepare('INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)').run(hash, folderMillis);
    }
  }).immediate();
};

/** Out of drizzle's list of the migrations: reading all of them at each event would take a hook milliseconds. */
const readNewest = (migrationsFolder: string): number => {
  const { entries } = JSON.parse(readFileSync(path.join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as {
    entries: { when: number }[];
  };
  return entries.at(-1)?.when ?? 0;
};

const toUnknownVersion = (file: string, isNewer: boolean): AppError =>
  new AppError(
    'conflict',
    isNewer
      ? `The database ${file} was written by a newer version of Trajectory Observatory. Update the program, or choose another file with OBSERVATORY_DB.`
      : `The database ${file} was written by a version from before the first release, whose tables cannot be carried over. Move the file away, or choose another one with OBSERVATORY_DB, and import the sources again.`,
  );

const readLatest = (db: Database): number => {
  const known = db.prepare("SELECT 1 FROM sqlite_master WHERE name = '__drizzle_migrations'").get();
  if (!known) return 0;
  const row = db.prepare<[], { latest: number | null }>('SELECT max(created_at) AS latest FROM __drizzle_migrations').get();
  return row?.latest ?? 0;
};
