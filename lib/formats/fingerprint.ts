import { hash } from 'node:crypto';

/** A short stand-in for a text, for equality alone: 96 bits. */
export const fingerprintOf = (text: string): string => hash('sha256', text, 'base64url').slice(0, 16);

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u;

/** Fingerprints of the texts that were asked for last: folders and names come again with each line. */
const recent = new Map<string, string>();
const maxRecent = 64;
const recentCharacters = 1_024;

const recall = (text: string): string => {
  const known = recent.get(text);
  if (known !== undefined) return known;
  const made = fingerprintOf(text);
  if (recent.size >= maxRecent) recent.clear();
  if (text.length <= recentCharacters) recent.set(text, made);
  return made;
};

/** A short key of an entry's id: most of a uuid's digits, an id as short as that itself, else a fingerprint. */
export const toShortKey = (id: string): string => {
  if (id.length === 36 && uuidPattern.test(id)) return id.slice(0, 8) + id.slice(24);
  return id.length < 20 && /^[\w.:-]+$/u.test(id) ? id : recall(id);
};
