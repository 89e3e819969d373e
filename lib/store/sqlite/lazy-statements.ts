import type { Database, Statement } from 'better-sqlite3';

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
  const later = (change: (statement: Statement) => Statement): Statement => {
    const before = adapt;
    adapt = (statement) => change(before(statement));
    return lazy;
  };
  /** From then on, what is called are the methods of the statement itself. */
  const compile = (): Statement => {
    const statement = adapt(db.prepare(sql));
    const { run, get, all, iterate } = statement;
    return Object.assign(lazy, {
      run: run.bind(statement),
      get: get.bind(statement),
      all: all.bind(statement),
      iterate: iterate.bind(statement),
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
    pluck: (toggle = true) => later((statement) => statement.pluck(toggle)),
    expand: (toggle = true) => later((statement) => statement.expand(toggle)),
    raw: (toggle = true) => later((statement) => statement.raw(toggle)),
    safeIntegers: (toggle = true) => later((statement) => statement.safeIntegers(toggle)),
    bind: (...values) => later((statement) => statement.bind(...values)),
    columns: () => db.prepare(sql).columns(),
  };
  return lazy;
};
