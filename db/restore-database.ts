import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator';
import { AppError, codeOf, hasCode } from '../lib/domain/errors.ts';
import { groupBy } from '../lib/session/group-by.ts';
import { isRunning } from '../lib/sources/is-running.ts';
import { createPrivately } from '../lib/sources/private-files.ts';
import { checkCopy } from './check-copy.ts';
import { findCounterProblem } from './check-database.ts';
import { compareSchema, listSchema, type Difference, type SchemaObject } from './compare-schema.ts';
import { isBusy, toDatabaseError } from './database-error.ts';
import { openDatabase, refuseOddFile } from './open-database.ts';

type Restore = {
  backup: string;
  databaseFile: string;
  migrationsFolder: string;
  /** Where the present database goes. */ asideFile: string;
};

/**
 * Puts a backup in the place of a database, which is kept aside; answers whether there was one. A copy of the backup is checked and
 * brought up to date first, so that the backup stays as it is, and a bad one changes nothing: `invalid_input`, `damaged` or, of a newer
 * version, `conflict`. Its tables must be those that its migrations make: what else it holds, such as a trigger, is never run. Bytes that
 * somebody put in the place of a text or a number become text. Fails with `conflict`, too, while any process has the database open.
 */
export const restoreDatabase = async ({ backup, databaseFile, migrationsFolder, asideFile }: Restore): Promise<boolean> => {
  let folder: string | null = null;
  try {
    for (const ending of endings) refuseOddFile(databaseFile + ending);
    refuseOtherFile(backup, databaseFile);
    mkdirSync(path.dirname(databaseFile), { recursive: true, mode: 0o700 });
    removeUnfinished(databaseFile);
    // Nobody else can put anything into a new one.
    folder = mkdtempSync(`${databaseFile}.restored-${process.pid}-`);
    const copy = path.join(folder, path.basename(databaseFile));
    await copyBackup(backup, copy);
    checkBackup(copy, backup, migrationsFolder);
    const db = openDatabase({ file: copy, migrationsFolder });
    try {
      castBlobs(db);
    } finally {
      db.close();
    }
    return replace(databaseFile, copy, asideFile);
  } catch (error) {
    throw toRestoreError(error, backup);
  } finally {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  }
};

/** SQLite takes an empty file for a database without tables. */
const refuseOtherFile = (backup: string, databaseFile: string): void => {
  const [given, present] = [backup, databaseFile].map((file) => statSync(file, { throwIfNoEntry: false }));
  if (given && given.ino === present?.ino && given.dev === present.dev)
    throw new AppError('invalid_input', `${backup} is the archive itself. Choose a backup of it. Nothing was restored.`);
  if (given?.isFile() && given.size === 0)
    throw new AppError('invalid_input', `${backup} is empty. Choose a backup of Trajectory Observatory. Nothing was restored.`);
};

/** A restore that was interrupted leaves its copy. */
const removeUnfinished = (databaseFile: string): void => {
  const folder = path.dirname(databaseFile);
  const prefix = `${path.basename(databaseFile)}.restored-`;
  for (const name of readdirSync(folder)) {
    const pid = name.startsWith(prefix) ? /^(\d+)-\w{6}$/u.exec(name.slice(prefix.length))?.[1] : undefined;
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(path.join(folder, name), { recursive: true, force: true });
  }
};

const endings = ['', '-wal', '-shm', '-journal'];

const copyBackup = async (backup: string, copy: string): Promise<void> => {
  if (!existsSync(backup)) throw new AppError('not_found', `There is no file ${backup}.`);
  for (const ending of endings) refuseOddFile(backup + ending);
  createPrivately(copy);
  const db = new Database(backup, { readonly: true, fileMustExist: true });
  try {
    await db.backup(copy);
  } finally {
    db.close();
  }
};

/** Nothing that stands in its schema is run before all of that is known to be ours: reading a view or checking an index would. */
const checkBackup = (copy: string, backup: string, migrationsFolder: string): void => {
  const db = new Database(copy);
  try {
    for (const pragma of ['trusted_schema = OFF', 'cell_size_check = ON']) db.pragma(pragma);
    const found = listSchema(db);
    const isList = ({ name }: SchemaObject) => name === listName;
    if (!found.some(isList))
      throw new AppError('invalid_input', `${backup} is a database, but not one of Trajectory Observatory. It has no table ${listName}.`);
    refuseDifferences(backup, compareSchema(found.filter(isList), []));
    refuseDifferences(backup, compareSchema(found, findMigrations(db, backup, migrationsFolder)));
    const problem = findCounterProblem(db);
    if (problem !== null) throw new AppError('damaged', `${backup} is damaged: ${problem}. Choose another backup. Nothing was restored.`);
  } finally {
    db.close();
  }
  checkCopy(copy, `of ${backup}`);
};

const listName = '__drizzle_migrations';

/** The migrations that a backup lists: the first ones of this program. */
const findMigrations = (db: Database.Database, backup: string, migrationsFolder: string): MigrationMeta[] => {
  const migrations = readMigrationFiles({ migrationsFolder });
  const times = db
    .prepare<[number]>(`SELECT created_at FROM ${listName} ORDER BY id LIMIT ?`)
    .pluck()
    .all(migrations.length + 1);
  if (times.length === 0)
    throw new AppError('invalid_input', `${backup} lists no migrations, so nothing says which version wrote it. Choose another backup.`);
  const newest = migrations.at(-1)?.folderMillis ?? 0;
  if (times.some((time) => Number(time) > newest)) {
    const version = Number(db.prepare(`SELECT count(*) FROM ${listName}`).pluck().get());
    throw new AppError(
      'conflict',
      `${backup} was written by a newer version of Trajectory Observatory: its tables have version ${version}, and this program knows versions up to ${migrations.length}. Update the program, then restore again.`,
    );
  }
  const listed = migrations.slice(0, times.length);
  if (times.length > migrations.length || listed.some(({ folderMillis }, at) => times[at] !== folderMillis))
    throw new AppError(
      'invalid_input',
      `${backup} lists other migrations than any version of Trajectory Observatory. Choose another backup.`,
    );
  return listed;
};

const refuseDifferences = (backup: string, [first]: readonly Difference[]): void => {
  if (!first) return;
  const { kind, type, name } = first;
  const problems = {
    missing: `it lacks the ${type} ${name}`,
    added: `it has the ${type} ${name}, which no version creates`,
    changed: `its ${type} ${name} is not as its version creates it`,
  };
  throw new AppError('invalid_input', `${backup} is not a backup of Trajectory Observatory: ${problems[kind]}. Nothing was restored.`);
};

/** No version writes bytes where the schema says another type, and nothing expects to read them there; SQLite takes them in any column. */
const castBlobs = (db: Database.Database): void => {
  const columns = db
    .prepare<[], { table: string; column: string }>(
      `SELECT t.name AS "table", c.name AS "column" FROM pragma_table_list AS t, pragma_table_info(t.name) AS c
       WHERE t.type = 'table' AND t.schema = 'main' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND c.type <> 'BLOB' COLLATE NOCASE`,
    )
    .all();
  for (const [table, ofTable] of groupBy(columns, (one) => one.table)) {
    const isBlob = ofTable.map(({ column }) => `typeof("${column}") = 'blob'`);
    const casts = ofTable.map(
      ({ column }, at) => `"${column}" = CASE WHEN ${isBlob[at]} THEN CAST("${column}" AS TEXT) ELSE "${column}" END`,
    );
    if (db.prepare(`SELECT 1 FROM "${table}" WHERE ${isBlob.join(' OR ')} LIMIT 1`).get() !== undefined)
      db.exec(`UPDATE "${table}" SET ${casts.join(', ')} WHERE ${isBlob.join(' OR ')}`);
  }
};

const toRestoreError = (error: unknown, backup: string): unknown => {
  const code = codeOf(error) ?? '';
  if (code === 'SQLITE_NOTADB')
    return new AppError('invalid_input', `${backup} is no database. Choose a backup of Trajectory Observatory. Nothing was restored.`);
  const known = toDatabaseError(error, backup);
  // A statement of a migration that fails on what the backup holds, too.
  if (error instanceof Database.SqliteError && (code.startsWith('SQLITE_CORRUPT') || hasCode(known, 'internal')))
    return new AppError('damaged', `${backup} is damaged: ${error.message}. Choose another backup. Nothing was restored.`);
  return known;
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
