import Database from 'better-sqlite3';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import * as z from 'zod';
import { codeOf } from '../lib/domain/errors.ts';
import { compareSchema, listSchema } from './compare-schema.ts';

/** `user_version` of a database that was found damaged: every process sees it, and no other copy of the archive has it. */
export const damagedVersion = 1;

/** `problem`: the first thing that is wrong, or null. `searchProblem`: what is wrong with the search index alone, which can be built again. */
type Check = { problem: string | null; searchProblem: string | null };

/**
 * Checks all pages of a database, which takes seconds per gigabyte, that no table is missing, and that no trigger was added. Marks the
 * database as damaged where something is wrong: then it takes no more writes, from any process. The next check that finds nothing removes
 * the mark. A damaged search index is marked as such, and rebuilt by the process that indexes next.
 */
export const checkDatabase = (file: string, migrationsFolder: string): Check => {
  const db = new Database(file, { fileMustExist: true, timeout: 5_000 });
  try {
    const check = findProblems(db, migrationsFolder);
    const version = check.problem === null ? 0 : damagedVersion;
    if (db.pragma('user_version', { simple: true }) !== version) db.pragma(`user_version = ${version}`);
    if (check.problem === null && check.searchProblem !== null)
      db.exec("INSERT INTO index_state (name, value) VALUES ('search_damaged', 1) ON CONFLICT (name) DO UPDATE SET value = 1");
    return check;
  } finally {
    db.close();
  }
};

/** SQLite names one problem for each full-text table. */
const maxProblems = 10;
const isOfSearch = (problem: string): boolean => /fts5/iu.test(problem) && /\bsearch_(?:words|pairs)\b/u.test(problem);

const findProblems = (db: Database.Database, migrationsFolder: string): Check => {
  try {
    const schemaProblem = findSchemaProblem(db, migrationsFolder);
    const early = schemaProblem ?? findCounterProblem(db);
    if (early !== null) return { problem: early, searchProblem: null };
    const found = z.array(z.string()).parse(db.prepare(`PRAGMA quick_check(${maxProblems})`).pluck().all());
    return {
      problem: found.find((one) => one !== 'ok' && !isOfSearch(one)) ?? null,
      searchProblem: found.find(isOfSearch) ?? null,
    };
  } catch (error) {
    if (error instanceof Error && codeOf(error)?.startsWith('SQLITE_CORRUPT')) return { problem: error.message, searchProblem: null };
    throw error;
  }
};

/**
 * Null, too, for a database that a newer version has meanwhile brought up to date. Indexes and views that somebody added do no harm: they
 * change nothing, and a view runs only for those who read it.
 */
const findSchemaProblem = (db: Database.Database, migrationsFolder: string): string | null => {
  const migrations = readMigrationFiles({ migrationsFolder });
  const listed = db.prepare('SELECT created_at FROM __drizzle_migrations ORDER BY id').pluck();
  const { times, found } = db.transaction(() => ({ times: listed.all(), found: listSchema(db) }))();
  if (String(times) !== String(migrations.map(({ folderMillis }) => folderMillis))) return null;
  const first = compareSchema(found, migrations).find(({ kind, type }) => kind === 'missing' || type === 'trigger');
  if (!first) return null;
  const problem = `the ${first.type} ${first.name} is ${first.kind}`;
  return first.kind === 'added'
    ? `${problem}. No version creates it. Remove it with: DROP TRIGGER "${first.name.replaceAll('"', '""')}"`
    : problem;
};

/** Half of what JavaScript can count to. */
const maxNumber = 2 ** 52;

/** SQLite reports a full disk when a table has no next number left. Its list of them, and the rows, could have been changed by hand. */
export const findCounterProblem = (db: Database.Database): string | null => {
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'").pluck().all();
  const name = z
    .array(z.string())
    .parse(tables)
    .find((table) => {
      const last = `max((SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = ?), (SELECT coalesce(max(rowid), 0) FROM "${table}"))`;
      return db.prepare(`SELECT ${last} > ${maxNumber} OR typeof(${last}) = 'text'`).pluck().get(table, table) === 1;
    });
  return name === undefined ? null : `the numbers of the table ${name} are used up`;
};
