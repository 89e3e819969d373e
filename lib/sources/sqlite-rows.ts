import type { Database } from 'better-sqlite3';
import { findReadable, isDamage } from './sqlite-damage.ts';

/** A row as JSON text: an object with the table's columns as keys, in their order. */
export type TableRow = {
  rowid: number;
  text: string;
  /** Time of its last change; null if the table has none. */ changedAt: number | null;
};

/** Rows that could not be read: those with ids between these two; null: all that come before, or follow. */
export type LostRows = { after: number | null; before: number | null };

/** A row that is longer than what is read: `bytes` is at least how long its line would be. */
export type LongRow = { rowid: number; bytes: number };

export type RowOrLoss = { row: TableRow } | { lost: LostRows } | { long: LongRow };

/** Where reading goes on: after an id, and with earlier rows that were changed at this time or later. */
export type RowCursor = { rowid: number; changedAt: number | null };

export type TableReader = {
  /** Rows in the order of their ids, one at a time. Damage is passed over: what lies behind it is read. */
  read(from: RowCursor | null): Generator<RowOrLoss>;
  /** The row of an id; null if none can be read. */
  find(rowid: number): TableRow | null;
};

/** Longest JSON text that a row may become. It is less than a line of a file may have, because the cells are in memory beside it. */
export const maxRowBytes = 20 * 1024 * 1024;
/** Cells are read with the row up to this size: all of a table's columns together take little memory. Larger rows are read by themselves. */
const maxCellBytes = 64 * 1024;

/** `from` is the first id that was not looked at; the others say what is asked for. */
type Place = { from: number; rowid: number; changedAt: number };

/** Smaller than any id. */
const beforeAll = -1e19;

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Reads a table by its row ids; `changedColumn` holds the time at which a row was written last. */
export const makeTableReader = (
  db: Database,
  table: string,
  columns: readonly string[],
  changedColumn: string | null = null,
): TableReader => {
  const names = columns.map(quote);
  const size = names.map((name) => `coalesce(octet_length(${name}), 0)`).join(' + ');
  const cells = names.map((name) => `iif(octet_length(${name}) > ${String(maxCellBytes)}, NULL, ${name})`);
  const select = `SELECT rowid, ${[size, ...cells].join(', ')} FROM ${quote(table)}`;
  const whole = db.prepare<[unknown], unknown[]>(`SELECT ${names.join(', ')} FROM ${quote(table)} WHERE rowid = ?`).raw();
  const isChanged = changedColumn === null ? '' : ` AND (rowid > @rowid OR ${quote(changedColumn)} >= @changedAt)`;
  const rowsFrom = db.prepare<[Place], unknown[]>(`${select} WHERE rowid >= @from${isChanged} ORDER BY rowid`).raw();
  const firstFrom = db.prepare<[number], unknown[]>(`${select} WHERE rowid >= ? ORDER BY rowid LIMIT 1`).raw();

  const toRow = ([rowid, bytes, ...small]: unknown[]): { row: TableRow } | { long: LongRow } => {
    const toLong = (length: number) => ({ long: { rowid: Number(rowid), bytes: length } });
    if (Number(bytes) > maxRowBytes) return toLong(Number(bytes));
    const values = Number(bytes) > maxCellBytes ? (whole.get(rowid) ?? []) : small;
    const entries = columns.map((column, index) => [column, toJsonCell(values[index])] as const);
    // Before it is written: one NUL becomes six characters.
    const length = entries.reduce((sum, [, value]) => sum + measureJson(value), 0);
    if (length > maxRowBytes) return toLong(length);
    const changedAt = values[columns.indexOf(changedColumn ?? '')];
    return {
      row: {
        rowid: Number(rowid),
        text: JSON.stringify(Object.fromEntries(entries)),
        changedAt: typeof changedAt === 'number' ? changedAt : null,
      },
    };
  };

  return {
    read: function* (cursor) {
      const rowid = cursor?.rowid ?? beforeAll;
      const place: Place = { from: changedColumn === null ? rowid + 1 : beforeAll, rowid, changedAt: cursor?.changedAt ?? Infinity };
      for (;;) {
        const begin = place.from;
        let isAstray = false;
        try {
          for (const values of rowsFrom.iterate({ ...place })) {
            const found = Number(values[0]);
            // Rows out of order are not real: the pages that held them are overwritten.
            isAstray ||= found < place.from;
            if (found < place.from) continue;
            if (isAstray) yield { lost: { after: place.from - 1, before: found } };
            isAstray = false;
            place.from = found + 1;
            yield toRow(values);
          }
          if (isAstray) yield { lost: { after: place.from - 1, before: null } };
          return;
        } catch (error) {
          if (!isDamage(error)) throw error;
        }
        const before = findReadable((id) => firstFrom.get(id), Math.max(place.from, begin + 1));
        yield { lost: { after: place.from === beforeAll ? null : place.from - 1, before } };
        if (before === null) return;
        place.from = before;
      }
    },
    find: (rowid) => {
      try {
        const values = firstFrom.get(rowid);
        const found = values === undefined ? null : toRow(values);
        return found !== null && 'row' in found && found.row.rowid === rowid ? found.row : null;
      } catch (error) {
        if (isDamage(error)) return null;
        throw error;
      }
    },
  };
};

/** Bytes that are no text stand as the text that they would be. */
const toJsonCell = (value: unknown): unknown => (Buffer.isBuffer(value) ? value.toString('utf8') : value);

const [quoteCode, backslashCode, space] = [0x22, 0x5c, 0x20];

/** Bytes of a cell as JSON text: at least as many as it has, and at most five too many for a line break or a tab. */
const measureJson = (value: unknown): number => {
  if (typeof value !== 'string') return 0;
  let bytes = Buffer.byteLength(value);
  if (bytes <= maxCellBytes) return bytes;
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at);
    if (code < space) bytes += 5;
    else if (code === quoteCode || code === backslashCode) bytes += 1;
  }
  return bytes;
};
