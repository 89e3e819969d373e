import Database from 'better-sqlite3';
import { AppError } from '../domain/errors.ts';
import type { TableShape } from '../formats/format.ts';
import { isDamage } from './sqlite-damage.ts';
import { makeTableReader, type TableReader } from './sqlite-rows.ts';

export type ForeignDatabase = {
  tables: readonly TableShape[];
  /** Opens one of `tables`; `changedColumn` holds the time at which a row was written last. */
  open(table: string, changedColumn: string | null): TableReader;
  close(): void;
};

/** At most this many tables are checked: those whose rows have ids. */
const maxTables = 200;

/**
 * Opens a private copy of a database that somebody else wrote. Its content is hostile: no view, trigger or virtual table of
 * it is ever run. Where its schema does not fit its pages, what can be reached of the tables is read all the same. Fails with
 * `unreadable` where not even the list of its tables can be read. In an incomplete copy, missing parts are no damage to be read around: the
 * error is thrown.
 */
export const openForeignDatabase = (file: string, { isWhole } = { isWhole: true }): ForeignDatabase => {
  try {
    return openTables(file, false);
  } catch (error) {
    if (!isWhole || !isDamage(error)) throw error;
  }
  try {
    return openTables(file, true);
  } catch (error) {
    if (!isDamage(error)) throw error;
    const advice = 'Restore it from a copy, or recover it with the .recover command of sqlite3.';
    throw new AppError('unreadable', `This SQLite database is damaged or cut off: not even the list of its tables can be read. ${advice}`);
  }
};

/** `isDamaged`: errors in the schema are passed over. */
const openTables = (file: string, isDamaged: boolean): ForeignDatabase => {
  const db = new Database(file, { fileMustExist: true });
  try {
    if (isDamaged) db.unsafeMode(true).pragma('writable_schema = ON');
    for (const pragma of ['trusted_schema = OFF', 'cell_size_check = ON', 'query_only = ON', 'mmap_size = 0']) db.pragma(pragma);
    const tables = listTables(db);
    return {
      tables,
      open: (table, changedColumn) => {
        const columns = tables.find(({ name }) => name === table)?.columns ?? [];
        return openTable(db, table, columns, changedColumn);
      },
      close: () => db.close(),
    };
  } catch (error) {
    db.close();
    throw error;
  }
};

/** No content of a table is a fault of ours. */
const openTable = (
  db: Database.Database,
  ...of: [table: string, columns: readonly string[], changedColumn: string | null]
): TableReader => {
  try {
    return makeTableReader(db, ...of);
  } catch (error) {
    if (isDamage(error)) throw error;
    throw new AppError('unreadable', `The table ${of[0]} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
};

const listTables = (db: Database.Database): TableShape[] => {
  const names = db
    .prepare<[number], string>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      AND sql NOT LIKE 'CREATE VIRTUAL%' AND sql NOT LIKE '%WITHOUT ROWID%' ORDER BY name LIMIT ?`,
    )
    .pluck()
    .all(maxTables);
  const columns = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck();
  return names.map((name) => ({ name, columns: columns.all(name) }));
};
