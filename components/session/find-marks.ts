import { hasUnspaced, listWords } from '@/lib/search/words.ts';

export type MarkedPart = { text: string; marked: boolean };

/** Maximum marks in one text: a single letter could have thousands. */
const maxMarks = 40;

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');

const [letter, gap] = ['[\\p{L}\\p{N}\\p{M}]', '[^\\p{L}\\p{N}\\p{M}]+'];
/** A word or a phrase where it stands by itself, as search finds it; with a star at its end, also where it goes on. */
const toWordPattern = (phrase: string): string[] => {
  const words = listWords(phrase).map(escape);
  if (words.length === 0) return [];
  const text = words.join(gap);
  if (hasUnspaced(phrase)) return [text];
  return [`(?<!${letter})${text}${phrase.endsWith('*') ? `${letter}*` : `(?!${letter})`}`];
};

/**
 * What finds a text in another, whatever its case, and the words and phrases of a search; null for none. Nothing in the text has a meaning
 * of its own.
 */
export const makeFindPattern = (text: string | null, phrases: readonly string[] = []): RegExp | null => {
  if (text === null || text === '') return null;
  return new RegExp([escape(text), ...phrases.flatMap(toWordPattern)].join('|'), 'giu');
};

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
