import { createHash } from 'node:crypto';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** RFC 4648 base32 in lower case, without padding, of the first `length * 5` bits. */
const toBase32 = (bytes: Uint8Array, length: number): string => {
  let out = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5 && out.length < length) {
      bits -= 5;
      out += alphabet.charAt((held >> bits) & 31);
    }
    if (out.length >= length) break;
  }
  return out;
};

/** A name of 26 characters (130 bits) for a list of parts; equal parts give equal names, on every machine. */
export const hashId = (...parts: readonly (string | number)[]): string =>
  toBase32(createHash('sha256').update(parts.join('\0')).digest(), 26);

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
