import type { OrderKey } from '../../session/order.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { toEpochMs } from '../instant.ts';
import { toJson, toName, toText, type JsonObject } from '../narrow.ts';

/** Readings of the cells of a row, the same whether it comes from the database or from JSON. */

const longestName = 400;

/** The native id of a session; one that is empty, no text or very long still names one session. */
export const toSessionName = (value: unknown): string => {
  const text = toText(value) ?? (value === null || value === undefined ? '' : toJson(value));
  if (text === '') return '(no session id)';
  return text.length <= longestName ? text : `${text.slice(0, 64)}…${fingerprintOf(text)}`;
};

export const toParentName = (value: unknown, session: string): string | null => {
  const parent = toName(value, Infinity);
  return parent === null || toSessionName(parent) === session ? null : toSessionName(parent);
};

export const toWhole = (value: unknown): number | null => (Number.isSafeInteger(value) ? Number(value) : null);

/** Epoch milliseconds of epoch seconds with a fraction, which may be negative; null outside of the years 0 to 9999. */
export const toAtMs = (seconds: unknown): number | null => (typeof seconds === 'number' ? toEpochMs(Math.round(seconds * 1000)) : null);

/** Rows stand by their index in the session, then by their id; those without an index stand last. */
export const toOrder = (turnIdx: unknown, id: number): OrderKey => [typeof turnIdx === 'number' ? turnIdx : Number.MAX_SAFE_INTEGER, id, 0];

/** The version of a row with the smaller hash wins. Rows that are equal in these columns have equal hashes, whatever other columns hold. */
export const toRowHash = (row: JsonObject, columns: readonly string[]): string =>
  fingerprintOf(toJson(columns.map((column) => row[column] ?? null)));
