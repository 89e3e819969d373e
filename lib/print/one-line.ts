import { cutText } from './cut-text.ts';
import { toVisibleText } from './visible-text.ts';

/** Any text in one line of at most `maxChars` characters (longer text ends in `…`), with hidden characters made visible. */
export const toOneLine = (text: string, maxChars: number): string => {
  const line = toVisibleText(text).replace(/\s+/gu, ' ').trim();
  return line.length <= maxChars ? line : `${cutText(line, maxChars - 1).trimEnd()}…`;
};
