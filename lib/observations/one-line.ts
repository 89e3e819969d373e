import { toVisibleText } from '../print/visible-text.ts';

/** Text of any kind in one line of at most so many characters (what is longer ends in `…`), with hidden characters made visible. */
export const toOneLine = (text: string, maxChars: number): string => {
  const line = toVisibleText(text).replace(/\s+/gu, ' ').trim();
  if (line.length <= maxChars) return line;
  // Half a character would be a hidden one again.
  const cut = line.slice(0, Math.max(maxChars - 1, 0)).replace(/[\ud800-\udbff]$/u, '');
  return `${cut.trimEnd()}…`;
};
