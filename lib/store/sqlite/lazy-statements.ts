import type { Database, Statement } from 'better-sqlite3';
import { makeRowReader } from './known-values.ts';

/**
 * The same database, whose statements are compiled when they are first used: of the hundreds that a store has, a command or a hook
 * needs few.
 */
export const prepareLazily = (db: Database): Database =>
  new Proxy(db, {
    get: (target, name): unknown => (name === 'prepare' ? (sql: string) => prepareLater(target, sql) : Reflect.get(target, name, target)),
  });

const prepareLater = (db: Database, sql: string): Statement => {
  let adapt = (statement: Statement): Statement => statement;
  let mode: 'rows' | 'raw' | 'pluck' = 'rows';
  const later = (change: (statement: Statement) => Statement): Statement => {
    const before = adapt;
    adapt = (statement) => change(before(statement));
    return lazy;
  };
  const turnTo = (next: 'raw' | 'pluck'): Statement => {
    mode = next;
    return later((statement) => statement[next]());
  };
  /** From then on, what is called are the methods of the statement itself. */
  const compile = (): Statement => {
    const statement = adapt(db.prepare(sql));
    const { run, get, all, iterate } = statement;
    const read = makeRowReader(statement, mode);
    return Object.assign(lazy, {
      run: run.bind(statement),
      get: read ? (...values: unknown[]) => read(get.apply(statement, values)) : get.bind(statement),
      all: read ? (...values: unknown[]) => replaceEach(all.apply(statement, values), read) : all.bind(statement),
      iterate: read ? (...values: unknown[]) => mapEach(iterate.apply(statement, values), read) : iterate.bind(statement),
    });
  };
  const lazy: Statement = {
    database: db,
    source: sql,
    get reader() {
      return db.prepare(sql).reader;
    },
    get readonly() {
      return db.prepare(sql).readonly;
    },
    busy: false,
    run: (...values) => compile().run(...values),
    get: (...values) => compile().get(...values),
    all: (...values) => compile().all(...values),
    iterate: (...values) => compile().iterate(...values),
    pluck: () => turnTo('pluck'),
    expand: (toggle = true) => later((statement) => statement.expand(toggle)),
    raw: () => turnTo('raw'),
    safeIntegers: (toggle = true) => later((statement) => statement.safeIntegers(toggle)),
    bind: (...values) => later((statement) => statement.bind(...values)),
    columns: () => db.prepare(sql).columns(),
  };
  return lazy;
};

/** In place: a second list of many rows costs as much as reading them. */
const replaceEach = (rows: unknown[], change: (row: unknown) => unknown): unknown[] => {
  for (let at = 0; at < rows.length; at += 1) rows[at] = change(rows[at]);
  return rows;
};

function* mapEach(rows: Iterable<unknown>, change: (row: unknown) => unknown): IterableIterator<unknown> {
  for (const row of rows) yield change(row);
}
