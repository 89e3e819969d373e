import type { Database, RunResult } from 'better-sqlite3';
import { getTableColumns, getTableName, type Table } from 'drizzle-orm';

type Name = { field: string; column: string };

/** A table is asked for many statements, all of which are made whenever a store is opened. */
const known = new WeakMap<Table, readonly Name[]>();

const namesOf = (table: Table, omit: readonly string[] = []): readonly Name[] => {
  const names = known.get(table) ?? Object.entries(getTableColumns(table)).map(([field, { name }]) => ({ field, column: quote(name) }));
  known.set(table, names);
  return omit.length === 0 ? names : names.filter(({ field }) => !omit.includes(field));
};

const quote = (name: string): string => `"${name}"`;

const insertInto = (table: Table, names: readonly Name[]): string =>
  `INSERT INTO ${quote(getTableName(table))} (${names.map(({ column }) => column).join(', ')}) VALUES (${names.map(({ field }) => `@${field}`).join(', ')})`;

const conflictOn = (table: Table, key: readonly string[]): string =>
  `ON CONFLICT (${namesOf(table)
    .flatMap(({ field, column }) => (key.includes(field) ? [column] : []))
    .join(', ')})`;

/** Inserts a row, bound by the names of the schema's fields. */
export const insertRow = (table: Table, omit: readonly string[] = []): string => insertInto(table, namesOf(table, omit));

/** Inserts a row, bound by the names of the schema's fields, unless one with that key is there. */
export const insertNew = (table: Table, key: readonly string[], omit: readonly string[] = []): string =>
  `${insertInto(table, namesOf(table, omit))} ${conflictOn(table, key)} DO NOTHING`;

/** Inserts a row without the columns `omit`, or lets it overwrite the stored one but for what is `kept`. */
export const upsert = (
  table: Table,
  key: readonly string[],
  omit: readonly string[] = [],
  kept: readonly string[] = [],
  filled: readonly string[] = [],
): string => {
  const names = namesOf(table, omit);
  const set = names
    .filter(({ field }) => !key.includes(field) && !kept.includes(field))
    .map(({ field, column }) => `${column} = ${filled.includes(field) ? `coalesce(excluded.${column}, ${column})` : `excluded.${column}`}`);
  return `${insertInto(table, names)} ${conflictOn(table, key)} DO UPDATE SET ${set.join(', ')}`;
};

/** The columns of a table under the names of the schema's fields. */
export const columnsOf = (table: Table, alias: string, omit: readonly string[] = []): string =>
  namesOf(table, omit)
    .map(({ field, column }) => `${alias}.${column} AS ${quote(field)}`)
    .join(', ');

/** Runs a statement with `@names` for rows that have them, bound by position: a third of the time of binding by name. */
export const bindByPosition = (db: Database, sql: string): ((row: Readonly<Record<string, unknown>>) => RunResult) => {
  const names: string[] = [];
  const statement = db.prepare(
    sql.replace(/@(\w+)/gu, (_, name: string) => {
      names.push(name);
      return '?';
    }),
  );
  const values: unknown[] = Array.from({ length: names.length });
  return (row) => {
    for (let at = 0; at < names.length; at += 1) values[at] = row[names[at] ?? ''];
    return statement.run(values);
  };
};
