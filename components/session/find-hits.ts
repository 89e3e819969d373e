import { findRowOfCall, findRowOfSeq } from './find-rows.ts';
import type { ViewRow } from './view-rows.ts';

/** Matching records: position and call number (0: none) of each, in order; `total` includes those beyond the window. */
export type Hits = { total: number; seqs: readonly number[]; calls: readonly number[] };
/** Where somebody is: a call, or a record; seq -1 before the first. */
export type Place = { call: number | null; seq: number };
export type Hit = { call: number | null; seq: number };

export const noHits: Hits = { total: 0, seqs: [], calls: [] };

const hitAt = ({ seqs, calls }: Hits, at: number): Hit | null => {
  const [seq, call] = [seqs[at], calls[at]];
  return seq === undefined || call === undefined ? null : { seq, call: call > 0 ? call : null };
};

/** Index of the match at the place; -1: none. Calls are compared by number, as a collapsed run has no positions of its calls. */
export const findHitAt = ({ seqs, calls }: Hits, { call, seq }: Place): number => (call === null ? seqs.indexOf(seq) : calls.indexOf(call));

/** The next hit after a place or the one before it, around the end; null without hits. */
export const findNextHit = (hits: Hits, place: Place, direction: 1 | -1): Hit | null => {
  const most = hits.seqs.length;
  const at = findHitAt(hits, place);
  if (at >= 0) return hitAt(hits, (at + direction + most) % most);
  const isAfter = (seq: number, index: number): boolean => {
    const call = hits.calls[index] ?? 0;
    return place.call !== null && call > 0 ? call > place.call : seq > place.seq;
  };
  const after = hits.seqs.findIndex(isAfter);
  if (direction === 1) return hitAt(hits, Math.max(0, after));
  return hitAt(hits, (after <= 0 ? most : after) - 1);
};

/** Keys of the rows to expand for a match to be visible: the run that contains it, and its own. `rows` has none expanded. */
export const computeHitKeys = (rows: readonly ViewRow[], { call, seq }: Hit): string[] => {
  const row = rows[call === null ? findRowOfSeq(rows, seq) : findRowOfCall(rows, call)];
  if (!row) return [];
  return row.members ? [row.key, call === null ? `s${seq}` : `c${call}`] : [row.key];
};
