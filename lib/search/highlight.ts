import type { SearchTerm } from '../domain/search.ts';
import { cutText } from '../print/cut-text.ts';
import { foldWord, splitScripts } from './words.ts';

export type Range = [start: number, end: number];
export type Excerpt = { excerpt: string; ranges: Range[] };

/** A text is searched for matches up to here. */
const maxChars = 1_000_000;
const maxMatches = 2_000;
export const excerptChars = 320;
const charsBefore = 60;

const letter = '[\\p{L}\\p{N}\\p{M}\\p{Co}]';
const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/gu, '\\$&');

/** Of one term: its words with anything but letters between them, as the index sees them. */
const toPattern = ({ words, isPrefix }: SearchTerm): string | null => {
  const parts = words.flatMap((word) => word.split('_').flatMap(splitScripts)).filter(({ text }) => foldWord(text) !== '');
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last) return null;
  const tokens = parts.map(({ text }) => escape(foldWord(text))).join(`(?:(?!${letter}).)*?`);
  const end = last.isUnspaced ? '' : isPrefix ? `${letter}*` : `(?!${letter})`;
  return `${first.isUnspaced ? '' : `(?<!${letter})`}${tokens}${end}`;
};

type Folded = {
  text: string;
  /** Where each unit of the folded text begins in the original one; null: at the same place. */ starts: number[] | null;
};

const isPlain = (text: string): boolean => /^[\0-\x7f]*$/u.test(text);

/** A text without case and accents, and where its letters were. */
const foldText = (text: string): Folded => {
  if (isPlain(text)) return { text: text.toLowerCase(), starts: null };
  let folded = '';
  const starts: number[] = [];
  let at = 0;
  for (const char of text) {
    const one = char < '\u0080' ? char.toLowerCase() : foldWord(char);
    for (let unit = 0; unit < one.length; unit += 1) starts.push(at);
    folded += one;
    at += char.length;
  }
  starts.push(at);
  return { text: folded, starts };
};

type Match = { start: number; end: number; term: number };

/** Where terms occur in a text: UTF-16 offsets, in order, without overlaps; the first 2,000. */
const findMatches = (text: string, terms: readonly SearchTerm[]): Match[] => {
  const patterns = terms.flatMap((term) => (term.role === 'none' ? [] : (toPattern(term) ?? [])));
  if (patterns.length === 0) return [];
  const { text: folded, starts } = foldText(text.slice(0, maxChars));
  const found: Match[] = [];
  // Longer patterns first, so that a phrase is one match.
  const order = [...patterns.keys()].sort((a, b) => (patterns[b]?.length ?? 0) - (patterns[a]?.length ?? 0));
  const any = new RegExp(order.map((at) => `(${patterns[at] ?? ''})`).join('|'), 'gsu');
  for (const match of folded.matchAll(any)) {
    const term = order[match.slice(1).findIndex((group: string | undefined) => group !== undefined)] ?? 0;
    const [start, end] = [match.index, match.index + match[0].length];
    found.push({ start: starts?.[start] ?? start, end: starts ? (starts[end] ?? text.length) : end, term });
    if (found.length >= maxMatches) break;
  }
  return found;
};

/** The match to begin with: where most different terms, then most matches, are close together. */
const findBest = (matches: readonly Match[]): number => {
  let [best, bestWorth] = [0, -1];
  for (const [at, { start }] of matches.entries()) {
    const close = [];
    for (let next = at; next < matches.length && (matches[next]?.end ?? 0) - start <= excerptChars - charsBefore; next += 1)
      close.push(matches[next]?.term);
    const worth = new Set(close).size * 1_000 + Math.min(close.length, 999);
    if (worth > bestWorth) [best, bestWorth] = [at, worth];
  }
  return best;
};

/** Where an excerpt begins: at the line of the match, if that is near, else at a word before it. */
const findStart = (text: string, match: number): number => {
  const from = Math.max(0, match - charsBefore);
  if (from === 0) return 0;
  const before = text.slice(from, match);
  const line = before.lastIndexOf('\n');
  if (line >= 0) return from + line + 1;
  const word = before.search(/\s/u);
  return word < 0 ? from : from + word + 1;
};

/** The part of a text with the best matches, at most 320 characters and an ellipsis at each cut, and what matches in it. */
export const toExcerpt = (text: string, terms: readonly SearchTerm[]): Excerpt => {
  const matches = findMatches(text, terms);
  const start = findStart(text, matches[findBest(matches)]?.start ?? 0);
  const shown = cutText(text.slice(start), excerptChars);
  const lead = start > 0 ? '…' : '';
  const end = start + shown.length;
  const ranges = matches
    .filter((match) => match.start >= start && match.end <= end)
    .map((match): Range => [match.start - start + lead.length, match.end - start + lead.length]);
  return { excerpt: `${lead}${shown}${end < text.length ? '…' : ''}`, ranges };
};
