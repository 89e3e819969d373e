import type { Statement } from 'better-sqlite3';
import { getTableColumns, getTableName, is, type Column } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as schema from '../../../db/schema.ts';
import { instantRange } from '../../domain/instant.ts';
import { severities } from '../../observations/severity.ts';

/**
 * What stored numbers are taken for when they are read: an older version, or a damaged file, may have left any. One that its column cannot
 * have is unknown; where a column must have one, it is the nearest that it can have. Numbers that name a row stay as they are.
 */

type Range = { min: number; max: number; isWhole: boolean; isNullable: boolean };

const safe = Number.MAX_SAFE_INTEGER;
/** Beyond every sum of what one turn may have. */
const maxAmount = 1e15;

const isInstant = /_(?:at|seen)_ms$|^(?:first|last|listed|order|mtime|lease_until|day)_ms$/u;
/** Whole numbers that may be below 0. */
const isSigned = /^(?:turn_idx|from_turn|exit_code|first_offset|created_us)$|hash$/u;

const toLimits = ({ name, columnType }: Column): readonly [min: number, max: number] => {
  if (name === 'severity') return [0, severities.length - 1];
  if (isInstant.test(name)) return instantRange;
  if (columnType === 'SQLiteInteger') return [isSigned.test(name) ? -safe : 0, safe];
  return [/_ms$|usd$/u.test(name) ? 0 : -maxAmount, maxAmount];
};

const ranges = new Map<string, Range>();
for (const table of Object.values(schema)) {
  if (!is(table, SQLiteTable)) continue;
  for (const column of Object.values(getTableColumns(table))) {
    if (column.dataType !== 'number' || column.primary) continue;
    const [min, max] = toLimits(column);
    const range = { min, max, isWhole: column.columnType === 'SQLiteInteger', isNullable: !column.notNull };
    ranges.set(`${getTableName(table)}.${column.name}`, range);
  }
}

const toKnown = (value: unknown, { min, max, isWhole, isNullable }: Range): number | null => {
  if (typeof value === 'number' && value >= min && value <= max && (!isWhole || Number.isInteger(value))) return value;
  if (value === null || isNullable) return null;
  return Math.min(max, Math.max(min, typeof value === 'number' ? Math.trunc(value) : 0));
};

type Mode = 'rows' | 'raw' | 'pluck';

/** What checks the rows of a statement, in place; null: there is nothing to check. Only what a column gives as it is stored is checked. */
export const makeCheck = (statement: Statement, mode: Mode): ((row: unknown) => unknown) | null => {
  if (!statement.reader) return null;
  const checked = statement.columns().flatMap(({ name, table, column }, place) => {
    const range = ranges.get(`${table}.${column}`);
    return range ? [{ name: mode === 'raw' ? place : name, place, range }] : [];
  });
  if (mode === 'pluck') {
    const [first] = checked;
    return first?.place === 0 ? (value) => (value === undefined ? value : toKnown(value, first.range)) : null;
  }
  if (checked.length === 0) return null;
  return (row) => {
    if (row === undefined) return row;
    const values = row as Record<string | number, unknown>;
    for (const { name, range } of checked) {
      const value = values[name];
      if (typeof value !== 'number' || value < range.min || value > range.max || range.isWhole) values[name] = toKnown(value, range);
    }
    return row;
  };
};
