import { displayWindowBytes } from '../../../domain/display-window.ts';
import { compressText } from '../../compress.ts';
import { cutAtBytes } from '../../cut-at-bytes.ts';

export type WindowedText = { head: string; bytes: number; lines: number; overflow: Buffer | null };

/**
 * Part of a text that is kept in its row (the first 64 kB), the size of the text in UTF-8, its lines, and the whole, compressed, if that is
 * more.
 */
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

/** Lines of a text; a line end at its end begins no further one. */
const countLines = (text: string): number => {
  if (text === '') return 0;
  let lines = text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
};
