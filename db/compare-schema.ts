import Database from 'better-sqlite3';
import type { MigrationMeta } from 'drizzle-orm/migrator';
import { cutText } from '../lib/print/cut-text.ts';
import { toVisibleText } from '../lib/print/visible-text.ts';
import { applyMigrations } from './migrate-database.ts';

/** A table, index, trigger or view. Somebody else may have written other values than text. */
export type SchemaObject = { type: unknown; name: unknown; tbl_name: unknown; sql: unknown };

/** An object that is not as the migrations make it. `name` and `type` can be shown. */
export type Difference = { kind: 'missing' | 'added' | 'changed'; type: string; name: string };

/** Many times as many as there are. */
const maxObjects = 10_000;
const maxNameChars = 100;
const types = ['table', 'index', 'trigger', 'view'];

/** Objects of a database, from SQLite's own list: no statement in that list is run. */
export const listSchema = (db: Database.Database): SchemaObject[] =>
  db.prepare<[number], SchemaObject>('SELECT type, name, tbl_name, sql FROM sqlite_schema LIMIT ?').all(maxObjects);

/**
 * How a schema differs from the one that these migrations make in an empty database, tables first. Statements are compared exactly, except
 * for the ends of lines, which a checkout of the migrations may change.
 */
export const compareSchema = (found: readonly SchemaObject[], migrations: readonly MigrationMeta[]): Difference[] => {
  const expected = new Map(makeSchema(migrations).map((one) => [toKey(one), one]));
  const known = new Set(found.map(toKey));
  const differences = found.flatMap((one): Difference[] => {
    const made = expected.get(toKey(one));
    if (made && toText(made) === toText(one)) return [];
    return [toDifference(made ? 'changed' : 'added', one)];
  });
  const missing = [...expected].filter(([key, { name }]) => !known.has(key) && !isStatistics(name));
  return [...differences, ...missing.map(([, one]) => toDifference('missing', one))].sort(
    (a, b) => types.indexOf(a.type) - types.indexOf(b.type),
  );
};

const makeSchema = (migrations: readonly MigrationMeta[]): SchemaObject[] => {
  const db = new Database(':memory:');
  try {
    applyMigrations(db, migrations);
    db.exec('ANALYZE');
    return listSchema(db);
  } finally {
    db.close();
  }
};

/** SQLite makes these when somebody asks for them. */
const isStatistics = (name: unknown): boolean => /^sqlite_stat\d$/u.test(String(name));

const toKey = ({ type, name }: SchemaObject): string => JSON.stringify([type, name]);
const toText = ({ tbl_name: table, sql }: SchemaObject): string =>
  JSON.stringify([table, typeof sql === 'string' ? sql.replaceAll('\r\n', '\n') : sql]);

const toDifference = (kind: Difference['kind'], { type, name }: SchemaObject): Difference => ({
  kind,
  type: types.find((one) => one === type) ?? 'object',
  name: cutText(toVisibleText(String(name)).replaceAll('\n', ' '), maxNameChars),
});
