import { cutText } from '../print/cut-text.ts';
import { toVisibleText } from '../print/visible-text.ts';

/** Text of any kind in one line of at most so many characters (what is longer ends in `…`), with hidden characters made visible. */
export const toOneLine = (text: string, maxChars: number): string => {
  const line = toVisibleText(text).replace(/\s+/gu, ' ').trim();
  return line.length <= maxChars ? line : `${cutText(line, maxChars - 1).trimEnd()}…`;
};
