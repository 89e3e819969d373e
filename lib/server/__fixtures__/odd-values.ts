import type { Database } from 'better-sqlite3';
import { codeOf } from '../../domain/errors.ts';
import type { Column } from './full-archive.ts';

/** Rows of a table that get odd values. */
const maxRows = 40;

const oddNumbers: readonly unknown[] = [
  ...[-1e18, 1e300, null, 2n ** 63n - 1n, -(2n ** 63n), 2n ** 53n + 1n, -1, 0, 0.5, 1e308, Infinity, -Infinity],
  // A millisecond after the last one that a time can show, and one that JavaScript has.
  ...[253_402_300_800_000, 8.64e15 + 1, 'x'],
];
const odder = Symbol('the text itself, with odd numbers in it');
const deepJson = '['.repeat(20_000) + ']'.repeat(20_000);
const oddTexts: readonly unknown[] = [
  ...['', null, '\0', Buffer.from([0xed, 0xa0, 0x80]), 'x', '1', 'NaN', '__proto__', '\u202e'],
  ...['{', 'null', '[]', '{}', '[null]', '[1]', '"x"', '1e999', deepJson, '9999-12-31T23:59:59.999Z', odder, odder, odder],
];
const largeText = 'x'.repeat(5 * 1024 * 1024);
const numbersInJson = ['-1e18', '1e300', 'null', '9007199254740993', '-1', '0.5', '1e999', '"x"'];

const withOddNumbers = (text: unknown, at: number): unknown => {
  let count = at;
  return typeof text === 'string'
    ? text.replaceAll(/(?<=[:[,])-?\d+(?:\.\d+)?(?=[\],}])/gu, () => numbersInJson[(count += 1) % numbersInJson.length] ?? '')
    : text;
};

const quote = (name: string): string => `"${name}"`;

/** Puts values into a column that no version writes there. `shift` chooses which row gets which; some rows keep theirs. */
export const putOddValues = (db: Database, { table, name, type, keys }: Column, shift: number, isLarge: boolean): void => {
  const rows = db
    .prepare<[], unknown[]>(`SELECT ${[...keys, name].map(quote).join(', ')} FROM ${quote(table)} LIMIT ${maxRows}`)
    .raw()
    .all();
  // In columns that link rows, only one value in five is changed: otherwise nothing would be found anymore.
  const isKey = keys.includes(name) || name.endsWith('id');
  const values = type === 'TEXT' ? oddTexts : oddNumbers;
  for (const [index, row] of rows.entries()) {
    if (rows.length > 3 && (isKey ? index % 5 > 0 : index % 3 === 2)) continue;
    const odd = isLarge && index === 0 ? largeText : values[(index + shift) % values.length];
    const value = odd === odder ? withOddNumbers(row.at(-1), index + shift) : odd;
    const put = Buffer.isBuffer(value) ? 'CAST(? AS TEXT)' : '?';
    try {
      db.prepare(
        `UPDATE OR IGNORE ${quote(table)} SET ${quote(name)} = ${put} WHERE ${keys.map((key) => `${quote(key)} IS ?`).join(' AND ')}`,
      ).run(value, ...row.slice(0, -1));
    } catch (error) {
      // The number of a row is always a whole one.
      if (codeOf(error) !== 'SQLITE_MISMATCH') throw error;
    }
  }
};
