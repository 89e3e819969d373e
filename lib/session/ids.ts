import { hash } from 'node:crypto';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

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

/** A session's id: depends on the agent and its own id alone, never on a file. */
export const sessionIdOf = (family: string, nativeId: string): string => hashId(family, nativeId);

/** A record's id; `key` is the source's own unique id of the entry, or its line key. */
export const recordIdOf = (sessionId: string, key: string, block: number): string => hashId(sessionId, key, block);

export const responseIdOf = (sessionId: string, nativeId: string): string => hashId(sessionId, 'response', nativeId);

export const sourceIdOf = (path: string): string => hashId('source', path);

/**
 * The key of a line that has no id of its own: its hash, chained to the key of the line before it in the same session and
 * file. Repeated lines get different keys, copies of a file the same ones, and appending changes none.
 */
export const lineKeyOf = (previousKey: string, lineHash: string): string => hashId(previousKey, lineHash);
