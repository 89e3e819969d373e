import { displayWindowBytes } from '../../domain/record.ts';
import { compressText } from '../compress.ts';

export type WindowedText = { head: string; bytes: number; lines: number; overflow: Buffer | null };

/** What of a text is kept in its row (the first 64 kB), its size in UTF-8, its lines, and the whole, compressed, if that is more. */
export const toWindowedText = (text: string): WindowedText => {
  const bytes = Buffer.byteLength(text);
  const isLong = bytes > displayWindowBytes;
  return {
    head: isLong ? cutAtBytes(text, displayWindowBytes) : text,
    bytes,
    lines: countLines(text),
    overflow: isLong ? compressText(text) : null,
  };
};

/** The longest start of a text that is at most `limit` bytes of UTF-8; no character is cut in two. */
export const cutAtBytes = (text: string, limit: number): string => {
  if (text.length * 3 <= limit) return text;
  const bytes = Buffer.from(text.slice(0, limit));
  if (bytes.length <= limit) return text.length <= limit ? text : bytes.toString();
  let end = Math.max(0, limit);
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end);
};

/** Lines of a text; a line end at its end begins no further one. */
const countLines = (text: string): number => {
  if (text === '') return 0;
  let lines = text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
};
