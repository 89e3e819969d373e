import { toObservationHref } from '@/components/observations/evidence-link.ts';
import type { SearchHit } from '@/lib/domain/search.ts';
import { parseQuery, type ParsedQuery } from '@/lib/search/query.ts';
import { hasUnspaced } from '@/lib/search/words.ts';

type ListField = 'kind' | 'project' | 'agent' | 'session';
type Part = { start: number; end: number };

/** A parsed query. Instants are not needed here, so it is read at 0. */
export const readQuery = (text: string): ParsedQuery => parseQuery(text, 0);

/** The end of a word that may go on. Too many words begin with a single letter. */
const twoLetters = /[\p{L}\p{N}]{2}$/u;

/**
 * The query to run while it is typed: its last word is a prefix, if it is not quoted or excluded and the caret is behind it. Scripts
 * without spaces are found from one letter on, so such a word stays as it is.
 */
export const openLastWord = (text: string, caret: number): string => {
  const last = readQuery(text).terms.at(-1);
  const isLast = last?.end === text.length && caret === text.length;
  const isOpen = isLast && last.role !== 'none' && !text.slice(last.start).includes('"');
  return isOpen && twoLetters.test(text) && !hasUnspaced(text.slice(-1)) ? `${text}*` : text;
};

/**
 * The text after an edit of it. A word that is typed on behind its star, which the address gives back, keeps none: in its middle it would
 * make a phrase of the parts.
 */
export const typeOn = (before: string, after: string): string => {
  const last = readQuery(before).terms.at(-1);
  const isOpen = last?.isPrefix === true && last.end === before.length && after.startsWith(before);
  const added = isOpen ? after.slice(before.length) : '';
  return /^[\p{L}\p{N}]/u.test(added) ? `${before.slice(0, -1)}${added}` : after;
};

const quote = (value: string): string => (/[\s,"]/u.test(value) ? `"${value.replaceAll('"', '')}"` : value);
const printCondition = (field: ListField, values: readonly string[]): string => `${field}:${values.map(quote).join(',')}`;

/** The text with another one in place of a part; without one, the spaces around the part become one. */
const replacePart = (text: string, { start, end }: Part, next: string): string =>
  [text.slice(0, start).trim(), next, text.slice(end).trim()].filter((part) => part !== '').join(' ');

/** The conditions of a field that are not excluded, the last first, so that places stay right while they are changed. */
const listConditions = (text: string, field: ListField) =>
  readQuery(text)
    .conditions.flatMap((condition) =>
      condition.field === field && !condition.isNot ? [{ start: condition.start, end: condition.end, values: condition.values }] : [],
    )
    .toReversed();

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** The values of a field that a query asks for. */
export const listChosen = (text: string, field: ListField): string[] => listConditions(text, field).flatMap(({ values }) => values);

/** The query with a value of a field, or without it if it has it. */
export const toggleValue = (text: string, field: ListField, value: string): string => {
  const conditions = listConditions(text, field);
  const having = conditions.filter(({ values }) => values.some((one) => isSame(one, value)));
  const [last] = conditions;
  if (having.length === 0 && last) return replacePart(text, last, printCondition(field, [...last.values, value]));
  if (having.length === 0) return `${text.trim()} ${printCondition(field, [value])}`.trim();
  return having.reduce((before, part) => {
    const left = part.values.filter((one) => !isSame(one, value));
    return replacePart(before, part, left.length === 0 ? '' : printCondition(field, left));
  }, text);
};

/** The query without what it asks of a field: what the field's values are counted in. */
export const dropField = (text: string, field: ListField): string =>
  listConditions(text, field).reduce((before, part) => replacePart(before, part, ''), text);

/** Parts that narrow a query: conditions, then words that are required or excluded; each with the query without it. */
export const listNarrowing = (text: string): { part: string; without: string }[] => {
  const { conditions, terms } = readQuery(text);
  return [...conditions, ...terms.filter(({ role }) => role !== 'any')].map(({ start, end }) => ({
    part: text.slice(start, end),
    without: replacePart(text, { start, end }, ''),
  }));
};

/** The words and phrases that a query looks for, between commas: `lock,no such table,auth*`. */
export const printSought = (text: string): string =>
  readQuery(text)
    .terms.flatMap(({ words, role, isPrefix }) => (role === 'none' ? [] : `${words.join(' ')}${isPrefix ? '*' : ''}`))
    .join(',');

/** The address of a search. */
export const toSearchHref = (q: string, isFlat = false): string => `/search?q=${encodeURIComponent(q)}${isFlat ? '&group=none' : ''}`;

/** The address of a match: the record, with what was searched marked in it. `sought`: as `printSought` prints it. */
export const toHitHref = ({ kind, sessionId, recordId, observationId, excerpt, ranges: [range] }: SearchHit, sought: string): string => {
  if (observationId !== null) return toObservationHref('single', observationId);
  // A summary leads to its prompt, where its words need not stand.
  const find =
    range && kind !== 'summary' ? `&find=${encodeURIComponent(excerpt.slice(...range))}&words=${encodeURIComponent(sought)}` : '';
  return `/sessions/${encodeURIComponent(sessionId ?? '')}?record=${encodeURIComponent(recordId ?? '')}${find}`;
};
