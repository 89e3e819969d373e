import { findNearestName } from '../domain/nearest-name.ts';
import { outcomeNames } from '../domain/outcome-names.ts';
import type { SearchCondition, SearchTerm } from '../domain/search.ts';
import { searchKinds } from '../domain/search-names.ts';
import { hasLetter, listWords, splitScripts, toPairs } from './words.ts';

/** Where it stands in the query: UTF-16 offsets, the end exclusive. */
type Placed = { start: number; end: number };

export type QueryProblem = Placed & { message: string };
export type ParsedQuery = {
  text: string;
  terms: (SearchTerm & Placed)[];
  conditions: (SearchCondition & Placed)[];
  /** Parts that may not be read as they were meant. */
  problems: QueryProblem[];
  /** Parts that look like conditions and are searched as text. */
  notes: QueryProblem[];
};

const listFields = ['tool', 'kind', 'project', 'agent', 'model', 'outcome', 'session'] as const;
type ListField = (typeof listFields)[number];
export const searchFields = [...listFields, 'since', 'before', 'has', 'is'] as const;
export type SearchField = (typeof searchFields)[number];
const isField = (name: string): name is SearchField => (searchFields as readonly string[]).includes(name);
/** Former names of conditions. */
const formerNames: ReadonlyMap<string, SearchField> = new Map([['status', 'outcome']]);
const isListField = (name: SearchField): name is ListField => (listFields as readonly string[]).includes(name);

export const flagValues = { has: 'finding', is: 'starred' } as const;

/** More is no query that a person types. */
export const maxQueryChars = 2_000;
const maxTerms = 60;

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const maxInstantMs = 8.64e15;

/** `2026-11`, `2026-11-01`, `2026-11-01T10:00Z`; null for anything else, such as a day that the month does not have. */
export const parseDate = (value: string): number | null => {
  if (!/^\d{4}-\d\d(?:-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?)?$/iu.test(value)) return null;
  // The engine reads a day after a month's last one as one of the next month.
  const isDay = value.length < 10 || new Date(value.slice(0, 10)).getUTCDate() === Number(value.slice(8, 10));
  const atMs = isDay ? Date.parse(value) : Number.NaN;
  return Number.isNaN(atMs) || Math.abs(atMs) > maxInstantMs ? null : atMs;
};

/** `7d` (before now), or a date; null for anything else. */
export const parseInstant = (value: string, nowMs: number): number | null => {
  const [, amount, unit = ''] = /^(\d{1,15})([mhdw])$/iu.exec(value) ?? [];
  return amount === undefined ? parseDate(value) : Math.max(0, nowMs - Number(amount) * (unitMs[unit.toLowerCase()] ?? 0));
};

const closed: Partial<Record<ListField, readonly string[]>> = { kind: searchKinds, outcome: outcomeNames };

type Read = { condition: SearchCondition } | { message: string };

const readCondition = (field: SearchField, values: readonly string[], isNot: boolean, nowMs: number): Read => {
  const [first = ''] = values;
  if (first === '') return { message: `${field}: needs a value` };
  if (field === 'since' || field === 'before') {
    const atMs = parseInstant(first, nowMs);
    if (atMs === null) return { message: `${field}: must be a date (2026-11-01) or an age (30m, 24h, 7d, 2w)` };
    if (isNot) return { message: `${field}: cannot be excluded; use ${field === 'since' ? 'before' : 'since'}:${first}` };
    return { condition: { field, atMs } };
  }
  if (!isListField(field)) {
    const flag = flagValues[field];
    return first.toLowerCase() === flag ? { condition: { field: flag, isNot } } : { message: `${field}: only supports ${flag}` };
  }
  const known = closed[field];
  const unknown = known && values.find((value) => !known.includes(value.toLowerCase()));
  if (known && unknown !== undefined) return { message: `${field}: must be one of ${known.join(', ')}` };
  return { condition: { field, values: known ? values.map((value) => value.toLowerCase()) : [...values], isNot } };
};

/** Values between commas, each of which may be quoted. */
const splitValues = (text: string): string[] =>
  (text.match(/"[^"]*"?|[^,"]+/gu) ?? []).map((value) => value.replaceAll('"', '').trim()).filter((value) => value !== '');

/** A token: an optional sign, then a field with its values, a quoted phrase, or a word. */
const token = /([+-]?)(?:([a-z]{1,64}):((?:"[^"]*"?|[^\s"])*)|"([^"]*)("?)|([^\s"]+))/giu;

const readTerm = (text: string, role: SearchTerm['role'], place: Placed): SearchTerm & Placed => ({
  // Words with punctuation between them, such as a path, are a phrase.
  words: listWords(text).filter(hasLetter),
  role,
  isPrefix: text.endsWith('*') && !text.endsWith('**'),
  ...place,
});

/** Whether a word without a letter or digit was to change what is found: an arrow or a dash beside other words was not. */
const isMeant = (text: string, { role, start, end }: SearchTerm & Placed): boolean =>
  role === 'all' || (role === 'none' && /[^\0-\x7f]/u.test(text.slice(start, end)));

const noLetter = 'No letter or digit to search for';

/** Why a word with a colon is no condition; null where it was hardly meant as one: `https://x`, `std::string`, `localhost:80`. */
const describeUnknown = (name: string, values: string): string | null => {
  const meant = findNearestName(name, searchFields);
  if (!(meant === null ? /^["\p{L}]/u : /^["\p{L}\p{N}]/u).test(values)) return null;
  return `${name}: is no condition, so it is searched as text${meant === null ? '' : `. Did you mean ${meant}:?`}`;
};

/**
 * Reads `lock "no such table" +must -test auth* tool:bash since:7d`: words and phrases of which any may match, those with `+` that must,
 * those with `-` that must not, prefixes, and conditions. Reads any text; what it cannot read is left out and named as a problem with its
 * place. Where all that is looked for has no letter or digit, its terms have no words: they match nothing, and a note says so.
 */
export const parseQuery = (text: string, nowMs: number): ParsedQuery => {
  const parsed: ParsedQuery = { text, terms: [], conditions: [], problems: [], notes: [] };
  const terms: ParsedQuery['terms'] = [];
  for (const match of text.slice(0, maxQueryChars).matchAll(token)) {
    const [all, sign = '', field, values = '', phrase, close, word] = match;
    const place = { start: match.index, end: match.index + all.length };
    const typed = field?.toLowerCase() ?? '';
    const name = formerNames.get(typed) ?? typed;
    const role = sign === '-' ? 'none' : sign === '+' ? 'all' : 'any';
    if (field !== undefined && isField(name)) {
      const read = readCondition(name, splitValues(values), sign === '-', nowMs);
      if ('condition' in read) parsed.conditions.push({ ...read.condition, ...place });
      else parsed.problems.push({ message: read.message, ...place });
    } else if (phrase !== undefined) {
      if (close === '') parsed.problems.push({ message: 'The quote is not closed', ...place });
      terms.push({ ...readTerm(phrase, role, place), isPrefix: false });
    } else {
      const message = field === undefined ? null : describeUnknown(name, values);
      if (message !== null) parsed.notes.push({ message, ...place });
      terms.push(readTerm(word ?? `${field}:${values}`, role, place));
    }
  }
  const sought = terms.filter(({ role }) => role !== 'none');
  const isSearched = sought.some(({ words }) => words.length > 0);
  for (const term of terms) {
    const { words, role, start, end } = term;
    // Alone, a phrase must match as a whole, also where its letters are in both indexes.
    const isOnlyPhrase = role === 'any' && sought.length === 1 && text.startsWith('"', start);
    if (words.length > 0) parsed.terms.push(isOnlyPhrase ? { ...term, role: 'all' } : term);
    else if (role !== 'none' && !isSearched) {
      parsed.terms.push(term);
      parsed.notes.push({ message: `${noLetter}, so nothing is found`, start, end });
    } else if (isMeant(text, term)) parsed.problems.push({ message: noLetter, start, end });
  }
  parsed.problems.sort((a, b) => a.start - b.start);
  if (text.length > maxQueryChars)
    parsed.problems.push({ message: `A query has at most ${maxQueryChars} characters`, start: maxQueryChars, end: text.length });
  const extra = parsed.terms[maxTerms];
  if (extra) {
    parsed.problems.push({ message: `Only the first ${maxTerms} words are searched`, start: extra.start, end: extra.end });
    parsed.terms.length = maxTerms;
  }
  return parsed;
};

/** A plain text, such as a prompt: any of its words, and of what is written without spaces any pair of letters. */
export const toPlainTerms = (text: string, limit = maxTerms): SearchTerm[] =>
  listWords(text)
    .flatMap(toPlainWords)
    .slice(0, limit)
    .map((word) => ({ words: [word], role: 'any', isPrefix: false }));

/** A word of one script is itself. */
const toPlainWords = (word: string): string[] => {
  const parts = splitScripts(word);
  if (parts.every(({ isUnspaced }) => !isUnspaced)) return [word];
  return parts.flatMap(({ text, isUnspaced }) => {
    const pairs = isUnspaced ? toPairs(text) : [text];
    return pairs.length > 1 ? pairs.slice(0, -1) : pairs;
  });
};
