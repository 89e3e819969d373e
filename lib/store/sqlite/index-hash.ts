import { computeFnv1a } from '../result-set.ts';

/**
 * Small numbers for long random keys, for indexes that find candidates; the keys themselves decide. An index over the keys would
 * be several times as large, and each batch of an import would touch most of its pages.
 */

const hashBits = 2 ** 20;

/** Keys without a time have smaller hashes, in no order. */
export const firstTimedHash = hashBits;

/** Hash of an entry's native key: its time in seconds before 20 bits of hash, so that neighbors in time are neighbors in the index. */
export const computeNativeHash = (nativeKey: string, atMs: number | null): number => {
  const seconds = Math.min(Math.max(Math.floor((atMs ?? 0) / 1_000), 0), 2 ** 32);
  return seconds * hashBits + (computeFnv1a(nativeKey) & (hashBits - 1));
};

/**
 * The start of a row's session id, in SQL. Indexes over hashes that are looked up within a session begin with it: the entries of a
 * session are neighbors then, and a small file touches a few pages of them rather than one for each entry.
 */
export const placeOf = (row: string): string => `substr(${row}.session_id, 1, 3)`;

/** Hash of a call with its result: equal for calls that are the same. */
export const computePairHash = (callKey: string, resultKey: string): number => computeFnv1a(`${callKey}\0${resultKey}`);
