import { toDecodedBytes } from './elements/content-parts.ts';

export type StoredImage = { mediaType: string; bytes: Uint8Array };

/** The first bytes of each type that is shown. SVG is left out on purpose: it can contain scripts. */
const signatures: readonly (readonly [mediaType: string, begins: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/u],
  ['image/jpeg', /^\xff\xd8\xff/u],
  ['image/gif', /^GIF8[79]a/u],
  ['image/webp', /^RIFF.{4}WEBP/su],
];

const toMediaType = (base64: string): string | null => {
  const head = Buffer.from(base64.slice(0, 32), 'base64').toString('latin1');
  return signatures.find(([, begins]) => begins.test(head))?.[0] ?? null;
};

/**
 * An image of `bytes` bytes that a line of JSON holds in base64, alone or as a data URL; `before`: how many of the same size come before it.
 * The type is what the bytes say. Null: the line holds no such PNG, JPEG, GIF or WebP.
 */
export const findStoredImage = (line: string, bytes: number, before: number): StoredImage | null => {
  // Base64 holds no quotes, so each text in quotes is a piece.
  const pieces = line.split('"').filter((piece) => piece.length * 3 >= bytes * 4);
  const texts = pieces.map((piece) => piece.slice(piece.lastIndexOf(',') + 1).replaceAll('\\/', '/'));
  const images = texts.filter((text) => toDecodedBytes(text) === bytes && toMediaType(text) !== null);
  const found = images[before] ?? '';
  const mediaType = toMediaType(found);
  return mediaType === null ? null : { mediaType, bytes: Buffer.from(found, 'base64') };
};
