import { observationSeverity, type ObservationSeverity } from '@/lib/domain/observation.ts';
import { printShortId } from '@/lib/print/short-id.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import type { ListFilter } from './list-filter.ts';
import { views } from './views.ts';

/** One part of the filter as a token, with what the filter is without it. */
export type QueryChip = { text: string; without: Partial<ListFilter> };

const printStates = (states: ListFilter['states']): string => {
  const resolved = views.find(({ id }) => id === 'resolved')?.states ?? [];
  const isWhole = resolved.every((state) => states.includes(state));
  const rest = isWhole ? states.filter((state) => !resolved.includes(state)) : states;
  return [...rest, ...(isWhole ? ['resolved'] : [])].join(',');
};

/** `>=medium` where all that is worse is chosen too. */
const printSeverities = (severities: readonly ObservationSeverity[]): string => {
  const order = observationSeverity.options;
  const worst = order.slice(0, severities.length);
  const last = worst.at(-1);
  if (last !== undefined && severities.length > 1 && worst.every((severity) => severities.includes(severity))) return `>=${last}`;
  return order.filter((severity) => severities.includes(severity)).join(',');
};

/** The filter as tokens, in the order in which they are read. Free text is not one of them. */
export const listQueryChips = (filter: ListFilter, observerLabel: (observer: string) => string): QueryChip[] => [
  ...(filter.states.length > 0 ? [{ text: `status:${printStates(filter.states)}`, without: { states: [] } }] : []),
  ...(filter.severities.length > 0 ? [{ text: `severity:${printSeverities(filter.severities)}`, without: { severities: [] } }] : []),
  ...(filter.observers.length > 0
    ? [{ text: `observer:${filter.observers.map((one) => toVisibleText(observerLabel(one))).join(',')}`, without: { observers: [] } }]
    : []),
  ...(filter.projects.length > 0 ? [{ text: `project:${filter.projects.map(toVisibleText).join(',')}`, without: { projects: [] } }] : []),
  ...(filter.seen === null ? [] : [{ text: `seen:<${filter.seen}d`, without: { seen: null } }]),
  ...(filter.session === null ? [] : [{ text: `session:${toVisibleText(printShortId(filter.session))}`, without: { session: null } }]),
  ...(filter.group === null ? [] : [{ text: `group:${toVisibleText(printShortId(filter.group))}`, without: { group: null } }]),
  ...(filter.cleared ? [{ text: 'out-of-sight:too', without: { cleared: false } }] : []),
];
