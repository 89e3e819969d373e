import { hasUnspaced, listWords, toLetterPattern } from '@/lib/search/words.ts';

export type MarkedPart = { text: string; marked: boolean };

/** Marks in one text, shared by the words that are looked for: a single letter could have thousands. */
const maxMarks = 40;

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');

/** A part of a text as search compares it: whatever the case and the accents of its letters. */
const toFoldedPattern = (word: string): string => Array.from(word, toLetterPattern).join('');

const [letter, gap] = ['[\\p{L}\\p{N}\\p{M}]', '[^\\p{L}\\p{N}\\p{M}]+'];
/** A word or a phrase where it stands by itself, as search finds it; with a star at its end, also where it goes on. */
const toWordPattern = (phrase: string): string[] => {
  const words = listWords(phrase).map(toFoldedPattern);
  if (words.length === 0) return [];
  const text = words.join(gap);
  if (hasUnspaced(phrase)) return [text];
  return [`(?<!${letter})${text}${phrase.endsWith('*') ? `${letter}*` : `(?!${letter})`}`];
};

/**
 * Pattern that finds a text in any case, and the words and phrases of a search; null without a text. No character of the text has a
 * special meaning. The text, each word and each phrase are groups of the pattern, so that marks can be shared.
 */
export const makeFindPattern = (text: string | null, phrases: readonly string[] = []): RegExp | null => {
  if (text === null || text === '') return null;
  return new RegExp([escape(text), ...phrases.flatMap(toWordPattern)].map((one) => `(${one})`).join('|'), 'giu');
};

/** The matches to mark, in order: the first of each word in any case, then the second of each, and so on, as long as there are marks. */
const shareMarks = (found: readonly RegExpExecArray[]): RegExpExecArray[] => {
  const counts = new Map<number, number>();
  const toRanked = (match: RegExpExecArray) => {
    const word = match.findIndex((text: string | undefined, at) => at > 0 && text !== undefined);
    const nth = (counts.get(word) ?? 0) + 1;
    counts.set(word, nth);
    return { match, nth };
  };
  return found
    .map(toRanked)
    .sort((a, b) => a.nth - b.nth)
    .filter(({ nth }, at) => at < maxMarks || nth === 1)
    .map(({ match }) => match)
    .sort((a, b) => a.index - b.index);
};

/** A text in parts, those that the pattern finds marked. */
export const splitMarks = (text: string, pattern: RegExp | null): MarkedPart[] => {
  if (pattern === null || text === '') return [{ text, marked: false }];
  const parts: MarkedPart[] = [];
  let from = 0;
  for (const found of shareMarks([...text.matchAll(pattern)])) {
    if (found.index > from) parts.push({ text: text.slice(from, found.index), marked: false });
    parts.push({ text: found[0], marked: true });
    from = found.index + found[0].length;
  }
  if (from < text.length || parts.length === 0) parts.push({ text: text.slice(from), marked: false });
  return parts;
};

/** Whether a text has a match. */
export const holdsMark = (text: string, pattern: RegExp | null): boolean => pattern !== null && text.search(pattern) >= 0;
