import type { RowTable } from '../../formats/format.ts';
import { toLineHash } from '../../sources/lines.ts';
import type { RowCursor, TableReader, TableRow } from '../../sources/sqlite-rows.ts';
import type { SourceRow } from '../../store/rows.ts';

/** Where the reading of a table stands. `hash` is of the row there, by which the table is known again; null: its rows change. */
type TableState = RowCursor & { hash: string | null };

/** Kept with a database. `lines` and `bytes` count what was read of it ever, so that no place is used twice. */
export type RowsState = { reader: unknown; tables: Record<string, TableState>; lines: number; bytes: number };

// Written by read-rows-into.ts alone, from this very type.
const readState = (source: SourceRow): RowsState =>
  (source.state as RowsState | null) ?? { reader: undefined, tables: {}, lines: 0, bytes: 0 };

/** The state from which to go on; from the beginning where the database is no longer the one that was read. */
export const resumeRows = (source: SourceRow, readers: ReadonlyMap<string, TableReader>): { state: RowsState; isResumed: boolean } => {
  const state = readState(source);
  const marked = Object.entries(state.tables).filter(([, { hash }]) => hash !== null);
  const isResumed = marked.length > 0 && marked.every(([name, { rowid, hash }]) => hashOf(readers.get(name)?.find(rowid)) === hash);
  return { state: isResumed ? structuredClone(state) : { ...state, reader: undefined, tables: {} }, isResumed };
};

/** Moves the state of a table past a row. */
export const advanceTable = (state: RowsState, table: RowTable, row: TableRow): void => {
  const before = state.tables[table.name];
  state.tables[table.name] = {
    rowid: Math.max(row.rowid, before?.rowid ?? row.rowid),
    changedAt: row.changedAt === null ? (before?.changedAt ?? null) : Math.max(row.changedAt, before?.changedAt ?? row.changedAt),
    hash: table.changedAt === null ? hashOf(row) : null,
  };
};

const hashOf = (row: TableRow | null | undefined): string | null => (row ? toLineHash(Buffer.from(row.text)) : null);
