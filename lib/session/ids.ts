import { hash } from 'node:crypto';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** The same characters in their order as text. */
const sortedAlphabet = '234567abcdefghijklmnopqrstuvwxyz';

/** Every pair of characters, by its ten bits. */
const pairs = Array.from(alphabet, (first) => Array.from(alphabet, (second) => first + second)).flat();

/** RFC 4648 base32 in lower case, without padding, of the first 130 bits of a hash in hexadecimal digits. */
const toBase32 = (hex: string): string => {
  let out = '';
  // Five digits are 20 bits: two pairs.
  for (let at = 0; at < 30; at += 5) {
    const bits = parseInt(hex.slice(at, at + 5), 16);
    out += (pairs[bits >> 10] ?? '') + (pairs[bits & 1023] ?? '');
  }
  return out + (pairs[parseInt(hex.slice(30, 33), 16) >> 2] ?? '');
};

/** A name of 26 characters (130 bits) for a list of parts; equal parts give equal names, on every machine. */
export const hashId = (...parts: readonly (string | number)[]): string => toBase32(hash('sha256', parts.join('\0'), 'hex'));

/** Whether a text could be one that `hashId` made. */
export const isHashId = (text: string): boolean => /^[a-z2-7]{26}$/u.test(text);

/** A session's id: depends on the agent and its own id alone, never on a file. */
export const sessionIdOf = (family: string, nativeId: string): string => hashId(family, nativeId);

const timeCharacters = 7;

/** Whole seconds since 1970 as seven characters (35 bits: to the year 3058), in the order of time; the alphabet's first for none. */
const toTimePrefix = (atMs: number | null): string => {
  let seconds = Math.min(Math.max(Math.floor((atMs ?? 0) / 1_000), 0), 2 ** 35 - 1);
  let out = '';
  for (let at = 0; at < timeCharacters; at += 1) {
    out = (sortedAlphabet[seconds % 32] ?? '') + out;
    seconds = Math.floor(seconds / 32);
  }
  return out;
};

/**
 * A record's id; `key` is the source's own unique id of the entry, or its line key. The entry's own time stands in front (7 of the
 * 26 characters; 95 bits of hash are left), so that what was written together lies together in every index over ids.
 */
export const recordIdOf = (sessionId: string, key: string, block: number, atMs: number | null): string =>
  toTimePrefix(atMs) + hashId(sessionId, key, block).slice(timeCharacters);

/** The id that the entry of a record has where its time is not known. */
export const toUntimedId = (recordId: string): string => toTimePrefix(null) + recordId.slice(timeCharacters);

/** A source's id: depends on its path alone. */
export const sourceIdOf = (path: string): string => hashId('source', path);

/** The format of what a running agent reported, until a file contains it. */
export const liveFormat = 'live';

/** Path of the source for what a running agent reported about a session. */
export const livePathOf = (sessionId: string): string => `live:${sessionId}`;

/**
 * The key of a line that has no id of its own: its hash, chained to the key of the line before it in the same session and
 * file. Repeated lines get different keys, copies of a file the same ones, and appending changes none.
 */
export const lineKeyOf = (previousKey: string, lineHash: string): string => hashId(previousKey, lineHash);
