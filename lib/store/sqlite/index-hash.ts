/**
 * Small numbers for long random keys, for indexes that find candidates; the keys themselves decide. An index over the keys would
 * be several times as large, and each batch of an import would touch most of its pages.
 */

/** FNV-1a over the UTF-16 units of a text, as a signed 32-bit integer. */
export const computeHash = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash | 0;
};

const hashBits = 2 ** 20;

/** Keys without a time have smaller hashes, in no order. */
export const firstTimedHash = hashBits;

/** Of an entry's native key: its time in seconds before 20 bits of hash, so that neighbours in time are neighbours in the index. */
export const computeNativeHash = (nativeKey: string, atMs: number | null): number => {
  const seconds = Math.min(Math.max(Math.floor((atMs ?? 0) / 1_000), 0), 2 ** 32);
  return seconds * hashBits + (computeHash(nativeKey) & (hashBits - 1));
};

/** Of a call with its result: equal for calls that are the same as another. */
export const computePairHash = (callKey: string, resultKey: string): number => computeHash(`${callKey}\0${resultKey}`);
