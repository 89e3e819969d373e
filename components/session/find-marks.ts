export type MarkedPart = { text: string; marked: boolean };

/** Maximum marks in one text: a single letter could have thousands. */
const maxMarks = 40;

/** What finds a text in another, whatever its case; null for no text. Nothing in it has a meaning of its own. */
export const makeFindPattern = (text: string | null): RegExp | null =>
  text === null || text === '' ? null : new RegExp(text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&'), 'giu');

/** A text in parts, those that the pattern finds marked. */
export const splitMarks = (text: string, pattern: RegExp | null): MarkedPart[] => {
  if (pattern === null || text === '') return [{ text, marked: false }];
  const parts: MarkedPart[] = [];
  let from = 0;
  for (const found of [...text.matchAll(pattern)].slice(0, maxMarks)) {
    if (found.index > from) parts.push({ text: text.slice(from, found.index), marked: false });
    parts.push({ text: found[0], marked: true });
    from = found.index + found[0].length;
  }
  if (from < text.length || parts.length === 0) parts.push({ text: text.slice(from), marked: false });
  return parts;
};

/** Whether a text has a match. */
export const holdsMark = (text: string, pattern: RegExp | null): boolean => pattern !== null && text.search(pattern) >= 0;
