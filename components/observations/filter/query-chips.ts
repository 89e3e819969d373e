import { observationSeverity, observationState, type ObservationSeverity } from '@/lib/domain/observation.ts';
import { toPlainLine } from '@/lib/print/plain-line.ts';
import { printShortId } from '@/lib/print/short-id.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import type { ListFilter } from './list-filter.ts';
import { quoteName } from './parse-query.ts';
import { printSent, stateWordsOf } from './query-words.ts';

/** One part of the filter as a token, with what the filter is without it. */
export type QueryChip = { text: string; without: Partial<ListFilter> };

/** `open,regressed`; a set with a word of its own is that word. */
const printStates = (chosen: ListFilter['states']): string => {
  const words = Object.keys(stateWordsOf).filter((word) => stateWordsOf[word]?.every((state) => chosen.includes(state)));
  const said = new Set(words.flatMap((word) => stateWordsOf[word] ?? []));
  const alone = observationState.options.filter((state) => chosen.includes(state) && !said.has(state));
  return [...words.filter((word) => word !== 'resolved'), ...alone, ...words.filter((word) => word === 'resolved')].join(',');
};

/** `>=medium` where all that is worse is chosen too. */
export const printSeverities = (severities: readonly ObservationSeverity[]): string => {
  const order = observationSeverity.options;
  const worst = order.slice(0, severities.length);
  const last = worst.at(-1);
  if (last !== undefined && severities.length > 1 && worst.every((severity) => severities.includes(severity))) return `>=${last}`;
  return order.filter((severity) => severities.includes(severity)).join(',');
};

const printNames = (names: readonly string[]): string => names.map((name) => toVisibleText(quoteName(name))).join(',');

const maxTitleChars = 32;

/** Name of a session or a group, cut; if the name is unknown, the beginning of its id. */
const printNamed = (title: string | null, id: string): string => {
  const text = toPlainLine(title ?? '', maxTitleChars);
  return text === '' ? toVisibleText(printShortId(id)) : quoteName(text);
};

/** Names of the ids in a filter. */
export type ChipNames = { labelOf: (observer: string) => string; sessionTitle: string | null; groupTitle: string | null };

/** The filter as tokens, in the order in which they are read; `parseQuery` reads them. Free text is not one of them. */
export const listQueryChips = (filter: ListFilter, { labelOf, sessionTitle, groupTitle }: ChipNames): QueryChip[] => [
  ...(filter.states.length > 0 ? [{ text: `status:${printStates(filter.states)}`, without: { states: [] } }] : []),
  ...(filter.severities.length > 0 ? [{ text: `severity:${printSeverities(filter.severities)}`, without: { severities: [] } }] : []),
  ...(filter.observers.length > 0 ? [{ text: `observer:${printNames(filter.observers.map(labelOf))}`, without: { observers: [] } }] : []),
  ...(filter.projects.length > 0 ? [{ text: `project:${printNames(filter.projects)}`, without: { projects: [] } }] : []),
  ...(filter.seen === null ? [] : [{ text: `seen:<${filter.seen}d`, without: { seen: null } }]),
  ...(filter.sent === null ? [] : [{ text: `sent:${printSent(filter.sent)}`, without: { sent: null } }]),
  ...(filter.session === null ? [] : [{ text: `session:${printNamed(sessionTitle, filter.session)}`, without: { session: null } }]),
  ...(filter.group === null ? [] : [{ text: `group:${printNamed(groupTitle, filter.group)}`, without: { group: null } }]),
  ...(filter.cleared ? [{ text: 'archived:include', without: { cleared: false } }] : []),
];
