import { outcomeNames } from '@/lib/domain/outcome-names.ts';
import type { SearchValue } from '@/lib/domain/search.ts';
import { searchKinds } from '@/lib/domain/search-names.ts';
import { flagValues, searchFields, type SearchField } from '@/lib/search/query.ts';

/** Text that is being typed at the caret, and its place. `field` null: perhaps the name of a field. */
export type Completing = { field: SearchField | null; typed: string; start: number; end: number };
export type Completion = { insert: string; about: string; count: number | null };

/** Description of each field's value. */
export const fieldWords: Record<SearchField, string> = {
  tool: 'name of the tool',
  kind: 'prompt, response, tool_call, observation, …',
  project: 'name of the project',
  agent: 'such as claude-code',
  model: 'part of a model’s name',
  outcome: 'how the call ended',
  session: 'ID or title of a session',
  since: 'a date, or an age such as 7d',
  before: 'a date, or an age such as 24h',
  has: 'finding: sessions with findings',
  is: 'starred: starred sessions',
};

const ages = ['24h', '7d', '30d', '90d'];
const closedValues: Partial<Record<SearchField, readonly string[]>> = {
  kind: searchKinds,
  outcome: outcomeNames,
  has: [flagValues.has],
  is: [flagValues.is],
  since: ages,
  before: ages,
};

const findField = (name: string): SearchField | null => searchFields.find((field) => field === name.toLowerCase()) ?? null;
const minNameChars = 2;

/** The part to complete at a caret; null: nothing. `isAsked`: also if nothing is typed. */
export const findCompleting = (text: string, caret: number, isAsked: boolean): Completing | null => {
  const before = text.slice(0, caret);
  const last = [...before.matchAll(/(?:"[^"]*(?:"|$)|[^\s"])+/gu)].at(-1);
  const token = (last && last.index + last[0].length === caret ? last[0] : '').replace(/^[+-]/u, '');
  const [, name = '', values = ''] = /^([a-z]+):([^]*)$/iu.exec(token) ?? [];
  const field = findField(name);
  if (field !== null) {
    const [, value = ''] = /(?:^|,)("[^"]*"?|[^,"]*)$/u.exec(values) ?? [];
    const [rest = ''] = /^[^\s,"]*"?/u.exec(text.slice(caret)) ?? [];
    return { field, typed: value.replaceAll('"', ''), start: caret - value.length, end: caret + rest.length };
  }
  const isName = /^[a-z]+$/iu.test(token) && token.length >= minNameChars;
  return isName || (isAsked && token === '') ? { field: null, typed: token, start: caret - token.length, end: caret } : null;
};

/**
 * Completions of a part, with the archive's `known` names in their order, without the typed text itself. Those that begin with it come
 * first.
 */
export const listCompletions = ({ field, typed: text }: Completing, known: readonly SearchValue[]): Completion[] => {
  const typed = text.toLowerCase();
  if (field === null)
    return searchFields
      .filter((name) => name.startsWith(typed))
      .map((name) => ({ insert: `${name}:`, about: fieldWords[name], count: null }));
  const values = closedValues[field]?.map((value) => ({ value, about: '', count: null })) ?? known;
  const begins = ({ value }: SearchValue): number => Number(value.toLowerCase().startsWith(typed));
  return values
    .filter(({ value, about }) => `${value}\n${about}`.toLowerCase().includes(typed) && value.toLowerCase() !== typed)
    .sort((a, b) => begins(b) - begins(a))
    .map(({ value, about, count }) => ({ insert: value, about, count }));
};

/** The text with a completion, and where the caret stands then: after the colon of a field, or where the next word begins. */
export const applyCompletion = (
  text: string,
  { field, start, end }: Completing,
  { insert }: Pick<Completion, 'insert'>,
): { text: string; caret: number } => {
  const value = field !== null && /[\s,]/u.test(insert) ? `"${insert}"` : insert;
  const rest = text.slice(end);
  const gap = field === null || rest.startsWith(' ') ? '' : ' ';
  const done = `${text.slice(0, start)}${value}${gap}`;
  return { text: `${done}${rest}`, caret: done.length + (field !== null && gap === '' ? 1 : 0) };
};
