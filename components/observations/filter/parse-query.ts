import { observationSeverity, type ObservationFacets } from '@/lib/domain/observation.ts';
import type { ListFilter } from './list-filter.ts';
import { mayBeResolved } from './query-words.ts';
import { findWord, normalizeWord, readSeverity, readState, stateWords } from './read-words.ts';
import { attention } from './views.ts';

/** Names that a term may say, with how they are shown. */
export type KnownNames = Pick<ObservationFacets, 'observers' | 'projects'>;

export type ParsedQuery = {
  /** Fields that the terms set; other fields are left out. */
  filter: Partial<ListFilter>;
  /** All that is no term: it is looked for as text. */
  text: string;
  /** Text that stays in the field: free text, and terms without a known value, which narrow nothing. */
  left: string;
  /** Problems of parts that may be read otherwise than they were meant. */
  problems: string[];
};

type Read = { filter: Partial<ListFilter> } | { problem: string };
type Reader = (values: readonly string[], filter: Partial<ListFilter>, known: KnownNames) => Read;

const maxNames = 8;
/** Quoted if it would not parse as one value. */
export const quoteName = (name: string): string => (/^[^\s,"]+$/u.test(name) ? name : JSON.stringify(name));

const unquote = (value: string): string => {
  if (!value.startsWith('"')) return value;
  try {
    return String(JSON.parse(value));
  } catch {
    return value.replaceAll('"', '');
  }
};

/** Splits at characters of `by` outside quotes. */
const splitBare = (text: string, by: 'comma' | 'space'): string[] =>
  text.match(by === 'comma' ? /(?:"(?:[^"\\]|\\.)*"?|[^,"])+/gu : /(?:"(?:[^"\\]|\\.)*"?|[^\s"])+/gu) ?? [];

const join = <T>(before: readonly T[] | undefined, values: readonly T[]): T[] => [...new Set([...(before ?? []), ...values])];

/** Adds to the chosen values; replaces them if they are still the page's defaults. */
const joinChosen = <T>(before: readonly T[] | undefined, values: readonly T[], all: readonly T[]): T[] =>
  before?.length === all.length && all.every((one) => before.includes(one)) ? join([], values) : join(before, values);

const readStates: Reader = (values, before) => {
  const read = values.map(readState);
  if (read.includes('all')) return { filter: { states: [] } };
  const states = read.map((one) => (one === 'all' ? [] : one));
  if (states.includes(null)) return { problem: `status must be one of ${stateWords.slice(0, -1).join(', ')}, or all` };
  return {
    filter: {
      states: joinChosen(
        before.states,
        states.flatMap((found) => found ?? []),
        attention.states,
      ),
    },
  };
};

const readSeverities: Reader = (values, before) => {
  const read = values.map(readSeverity);
  if (read.includes('all')) return { filter: { severities: [] } };
  const found = read.map((one) => (one === 'all' ? [] : one));
  if (found.some((some) => some.length === 0))
    return { problem: `severity must be one of ${observationSeverity.options.join(', ')}, a range like >=medium, or all` };
  return { filter: { severities: joinChosen(before.severities, found.flat(), attention.severities) } };
};

/** The one of that name, whatever its case; else the one that begins so. */
const findName = (name: string, names: ObservationFacets['observers']): string | null => {
  const [wanted, all] = [
    normalizeWord(name),
    names.map(({ value, label }) => ({ value, said: [normalizeWord(value), normalizeWord(label)] })),
  ];
  const same = all.find(({ said }) => said.includes(wanted));
  if (same) return same.value;
  const findOnly = (isMatch: (one: string) => boolean) => {
    const [first, ...others] = all.filter(({ said }) => said.some(isMatch));
    return first && others.length === 0 ? first.value : null;
  };
  return findOnly((one) => one.startsWith(wanted)) ?? findOnly((one) => one.includes(wanted));
};

const readNames =
  (field: 'observers' | 'projects'): Reader =>
  (values, before, known) => {
    const names = known[field];
    const found = values.map((value) => findName(value, names));
    if (found.every((name) => name !== null)) return { filter: { [field]: join(before[field], found) } };
    const shown = names.slice(0, maxNames).map(({ label }) => quoteName(label));
    const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : '';
    return { problem: names.length === 0 ? `there are no ${field} yet` : `${field} are ${shown.join(', ')}${more}` };
  };

const readSeen: Reader = ([value = '', ...others]) => {
  if (findWord(value, ['all']) !== null) return { filter: { seen: null } };
  const days = Number(/^<?(\d{1,15})d?$/u.exec(value)?.[1]);
  const isDays = others.length === 0 && days >= 1;
  return isDays ? { filter: { seen: days } } : { problem: 'seen takes a number of days, like <14d' };
};

const readSent: Reader = ([value = '', ...others]) => {
  const word = others.length === 0 ? findWord(value, ['yes', 'no', 'all']) : null;
  return word === null ? { problem: 'sent must be yes, no or all' } : { filter: { sent: word === 'all' ? null : word === 'yes' } };
};

const readId =
  (field: 'session' | 'group', word: string): Reader =>
  ([value = '', ...others]) =>
    others.length === 0 && /^[\w-]{8,}$/u.test(value) ? { filter: { [field]: value } } : { problem: `${word} takes a complete ID` };

const readCleared: Reader = ([value]) =>
  findWord(value ?? '', ['include', 'too']) !== null ? { filter: { cleared: true } } : { problem: 'the only value is include' };

const readers: Record<string, Reader> = {
  status: readStates,
  severity: readSeverities,
  observer: readNames('observers'),
  project: readNames('projects'),
  session: readId('session', 'session'),
  seen: readSeen,
  sent: readSent,
  group: readId('group', 'group'),
  archived: readCleared,
  // Former name of `archived`: it may be in bookmarks and habits.
  'out-of-sight': readCleared,
};
const fields = ['status', 'severity', 'observer', 'project', 'session', 'seen', 'sent'];
/** Least length of a word that is taken for the only field that begins with it: text has colons, too. */
const leastFieldChars = 3;

const findReader = (field: string): Reader | null => {
  const word = field.toLowerCase();
  const whole = word.length < leastFieldChars ? null : findWord(word, fields);
  return readers[word] ?? (whole === null ? null : (readers[whole] ?? null));
};

const toTerm = (token: string): { field: string; values: string[] } | null => {
  const [, field = '', said = ''] = /^([a-z][a-z-]*):([^/].*)$/isu.exec(token) ?? [];
  return field === '' ? null : { field, values: splitBare(said, 'comma').map(unquote) };
};

/** Whether it begins as a term does: what is being typed so is no text to look for yet. */
export const isTermBegun = (token: string): boolean => {
  const [, field] = /^([a-z-]+):/iu.exec(token) ?? [];
  return field !== undefined && findReader(field) !== null;
};

/** Typed text before the word that is not ended yet, and that word. */
export const splitTyped = (text: string): [ended: string, open: string] => {
  const open = /\s$/u.test(text) && (text.match(/"/gu)?.length ?? 0) % 2 === 0 ? '' : (splitBare(text, 'space').at(-1) ?? '');
  return [text.slice(0, text.length - open.length), open];
};

/**
 * Reads `status:open severity:>=medium project:"my tools"` and free text; several terms of one field add up, with what the filter had
 * `before`. Unique prefixes of known fields and values are accepted.
 */
export const parseQuery = (typed: string, known: KnownNames, before: Partial<ListFilter> = {}): ParsedQuery => {
  const parsed: ParsedQuery = { filter: {}, text: '', left: '', problems: [] };
  const [text, left]: [string[], string[]] = [[], []];
  for (const token of splitBare(typed, 'space')) {
    const term = toTerm(token);
    const read = (term && findReader(term.field)?.(term.values, { ...before, ...parsed.filter }, known)) ?? null;
    if (read && 'filter' in read) {
      parsed.filter = { ...parsed.filter, ...read.filter };
      continue;
    }
    left.push(token);
    if (read) parsed.problems.push(`“${token}” is ignored: ${read.problem}`);
    else text.push(token);
    if (!read && term) parsed.problems.push(`“${token}” is searched as text; the terms are ${fields.join(', ')}`);
  }
  if (parsed.filter.cleared && !mayBeResolved({ ...before, ...parsed.filter }.states ?? []))
    parsed.problems.push('“archived:include” has no effect yet: archived observations are resolved, so add status:resolved');
  return { ...parsed, text: text.join(' '), left: left.join(' ') };
};
