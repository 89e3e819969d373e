import type { SearchTerm } from '../domain/search.ts';
import { cutText } from '../print/cut-text.ts';
import { foldableRuns, foldIndexed, foldIndexedWord, indexedLetter, splitScripts } from './words.ts';

export type Range = [start: number, end: number];
export type Excerpt = { excerpt: string; ranges: Range[] };

/** A text is searched for matches up to here. */
const maxChars = 1_000_000;
const maxMatches = 2_000;
export const excerptChars = 320;
const charsBefore = 60;

const endsInLetter = new RegExp(`${indexedLetter}$`, 'u');
const letterRuns = new RegExp(`${indexedLetter}+`, 'gu');
const lettersHere = new RegExp(`${indexedLetter}*`, 'uy');
const gapHere = new RegExp(`(?:(?!${indexedLetter}).)*`, 'suy');

const skip = (pattern: RegExp, text: string, from: number): number => {
  pattern.lastIndex = from;
  return from + (pattern.exec(text)?.[0].length ?? 0);
};

type Part = { text: string; isUnspaced: boolean };

/** Words in parts, as the index sees them. */
const toParts = (words: readonly string[]): Part[] =>
  words
    .flatMap(splitScripts)
    .flatMap(({ text, isUnspaced }) => (isUnspaced ? [text] : (text.match(letterRuns) ?? [])).map((part) => ({ text: part, isUnspaced })))
    .map(({ text, isUnspaced }) => ({ text: foldIndexedWord(text), isUnspaced }))
    .filter(({ text }) => text !== '');

type Folded = {
  text: string;
  /** From `at` on, the folded text lies `by` units before the original one. */
  shifts: { at: number; by: number }[];
};

const knownRuns = new Map<string, string | null>();
const maxKnownRuns = 20_000;
const maxKnownChars = 40;

/** A run of letters folded, if each is as long as before; else null. Words come again and again. */
const foldAligned = (run: string): string | null => {
  const known = knownRuns.get(run);
  if (known !== undefined) return known;
  const chars = Array.from(run);
  const folded = chars.map(foldIndexed);
  const aligned = folded.every((one, at) => one.length === chars[at]?.length) ? folded.join('') : null;
  if (run.length <= maxKnownChars && knownRuns.size < maxKnownRuns) knownRuns.set(run, aligned);
  return aligned;
};

/** A text as the index takes it, and where its letters were. */
const foldText = (text: string): Folded => {
  const shifts: Folded['shifts'] = [];
  let by = 0;
  const fold = (char: string, from: number): string => {
    const one = foldIndexed(char);
    if (one.length !== char.length) {
      // Each of several units stands for the whole character.
      for (let unit = 1; unit < one.length; unit += 1) shifts.push({ at: from - by + unit, by: by - unit });
      shifts.push({ at: from - by + one.length, by: by + char.length - one.length });
      by += char.length - one.length;
    }
    return one;
  };
  const folded = text.replace(foldableRuns, (run: string, start: number) => {
    const aligned = foldAligned(run);
    if (aligned !== null) return aligned;
    let [plain, from] = ['', start];
    for (const char of run) {
      plain += fold(char, from);
      from += char.length;
    }
    return plain;
  });
  return { text: folded.toLowerCase(), shifts };
};

const partsOf = new WeakMap<readonly SearchTerm[], readonly (readonly Part[])[]>();
/** The parts of each term: a query looks for the same terms in all that it shows. */
const toTermParts = (terms: readonly SearchTerm[]): readonly (readonly Part[])[] => {
  const known = partsOf.get(terms) ?? terms.map(({ words, role }) => (role === 'none' ? [] : toParts(words)));
  partsOf.set(terms, known);
  return known;
};

type Match = { start: number; end: number; term: number };

/** Where a term that begins at `start` ends, its words with anything but letters between them; -1 where it does not stand there. */
const findEnd = (text: string, start: number, parts: readonly Part[], isPrefix: boolean): number => {
  let [at, isUnspaced] = [start, parts[0]?.isUnspaced ?? false];
  if (!isUnspaced && endsInLetter.test(text.slice(Math.max(0, start - 2), start))) return -1;
  for (const [index, part] of parts.entries()) {
    const from = index === 0 ? at : skip(gapHere, text, at);
    const isApart = index === 0 || from > at || isUnspaced || part.isUnspaced;
    if (!isApart || !text.startsWith(part.text, from)) return -1;
    at = from + part.text.length;
    isUnspaced = part.isUnspaced;
  }
  const end = isUnspaced ? at : skip(lettersHere, text, at);
  return isPrefix || end === at ? end : -1;
};

/** Where terms occur in a text: UTF-16 offsets, in order, without overlaps; the first 2,000. */
const findMatches = (text: string, terms: readonly SearchTerm[]): Match[] => {
  const { text: folded, shifts } = foldText(text.slice(0, maxChars));
  const found: Match[] = [];
  for (const [term, parts] of toTermParts(terms).entries()) {
    const isPrefix = terms[term]?.isPrefix ?? false;
    const first = parts[0]?.text ?? '';
    for (let count = 0, at = first === '' ? -1 : folded.indexOf(first); at >= 0 && count < maxMatches;) {
      const end = findEnd(folded, at, parts, isPrefix);
      if (end > at) found.push({ start: at, end, term });
      count += end > at ? 1 : 0;
      at = folded.indexOf(first, Math.max(end, at + 1));
    }
  }
  // Longer ones first, so that a phrase is one match.
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  let [last, shift] = [0, 0];
  const toOriginal = (at: number): number => {
    while (shift < shifts.length && (shifts[shift]?.at ?? 0) <= at) shift += 1;
    return at + (shifts[shift - 1]?.by ?? 0);
  };
  return found
    .filter(({ start, end }) => {
      const isApart = start >= last;
      if (isApart) last = end;
      return isApart;
    })
    .slice(0, maxMatches)
    .map(({ start, end, term }) => ({ start: toOriginal(start), end: toOriginal(end), term }));
};

/**
 * The terms that stand in a text; with `isClose`, those of its best excerpt alone: a long text has many words that have nothing to do with
 * each other.
 */
export const findTermsIn = (text: string, terms: readonly SearchTerm[], isClose: boolean): SearchTerm[] => {
  const matches = findMatches(text, terms);
  const found = new Set(isClose ? listClose(matches, findBest(matches)) : matches.map(({ term }) => term));
  return terms.filter((_, at) => found.has(at));
};

/** The terms of the matches that an excerpt has which begins with the one `at`. */
const listClose = (matches: readonly Match[], at: number): number[] => {
  const close: number[] = [];
  const start = matches[at]?.start ?? 0;
  for (let next = at; next < matches.length && (matches[next]?.end ?? 0) - start <= excerptChars - charsBefore; next += 1)
    close.push(matches[next]?.term ?? 0);
  return close;
};

/** The match to begin with: where most different terms, then most matches, are close together. */
const findBest = (matches: readonly Match[]): number => {
  let [best, bestWorth] = [0, -1];
  for (const at of matches.keys()) {
    const close = listClose(matches, at);
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
