import type { z } from 'zod';
import type { observationFilterQuery } from '@/lib/contracts/observation-filter-query.ts';
import type { SavedList } from '@/lib/domain/saved-view.ts';
import type {
  ObservationFilter,
  ObservationSeverity,
  ObservationSort,
  ObservationState,
  ObservationView,
} from '@/lib/domain/observation.ts';

export type ListView = ObservationView;

/** The filter in the URL; an empty list does not filter. */
export type ListFilter = {
  q: string;
  states: readonly ObservationState[];
  severities: readonly ObservationSeverity[];
  /** Ids or names. */
  observers: readonly string[];
  projects: readonly string[];
  /** Days. */
  seen: number | null;
  /** Whether it was sent to the agent. */
  sent: boolean | null;
  session: string | null;
  /** A fingerprint. */
  group: string | null;
  /** Archived ones, too. */
  cleared: boolean;
};

/** Narrows nothing. */
export const everything = {
  ...{ q: '', states: [], severities: [], observers: [], projects: [] },
  ...{ seen: null, sent: null, session: null, group: null },
} satisfies Partial<ListFilter>;

/** Filter, view and order of a list. */
export type ShownList = ListFilter & { view: ListView; sort: ObservationSort; order: 'asc' | 'desc' };

const someOf = <T>(list: readonly T[]): T[] | undefined => (list.length === 0 ? undefined : [...list]);
const textOf = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim());

/** The filter as the domain has it, for an action on all that matches. */
export const toObservationFilter = (filter: ListFilter): ObservationFilter => ({
  states: someOf(filter.states),
  severities: someOf(filter.severities),
  observers: someOf(filter.observers),
  projects: someOf(filter.projects),
  sessionId: filter.session ?? undefined,
  fingerprint: filter.group ?? undefined,
  seenWithinDays: filter.seen ?? undefined,
  sent: filter.sent ?? undefined,
  q: textOf(filter.q),
  withCleared: filter.cleared || undefined,
});

/** A saved list as the URL has it. */
export const toShownList = ({ filter, ...order }: SavedList): ShownList => ({
  ...order,
  q: filter.q ?? '',
  states: filter.states ?? [],
  severities: filter.severities ?? [],
  observers: filter.observers ?? [],
  projects: filter.projects ?? [],
  seen: filter.seenWithinDays ?? null,
  sent: filter.sent ?? null,
  session: filter.sessionId ?? null,
  group: filter.fingerprint ?? null,
  cleared: filter.withCleared ?? false,
});

const inOrder = <T extends string>(words: readonly T[]): T[] => [...new Set(words)].sort();

/** A list as it is saved, each choice once, sorted: what shows the same is the same. */
export const toSavedList = ({ view, sort, order, ...filter }: ShownList): SavedList => {
  const { states, severities, observers, projects, ...rest } = filter;
  const sorted = { states: inOrder(states), severities: inOrder(severities), observers: inOrder(observers) };
  return { filter: toObservationFilter({ ...rest, ...sorted, projects: inOrder(projects) }), view, sort, order };
};

/** The domain's filter as a query of the interface. */
export const toQueryOf = (filter: ObservationFilter): z.input<typeof observationFilterQuery> => {
  const names = (list: readonly string[] | undefined) => (list === undefined ? undefined : JSON.stringify(list));
  return {
    state: filter.states?.join(','),
    severity: filter.severities?.join(','),
    observer: names(filter.observers),
    project: names(filter.projects),
    session: filter.sessionId,
    fingerprint: filter.fingerprint,
    seen: filter.seenWithinDays,
    sent: filter.sent === undefined ? undefined : String(filter.sent),
    q: filter.q,
    cleared: filter.withCleared ? 'true' : undefined,
  };
};

/** The filter as a query of the interface. */
export const toFilterQuery = (filter: ListFilter): z.input<typeof observationFilterQuery> => toQueryOf(toObservationFilter(filter));

/** With a value where it was missing, without it where it was there. */
export const toggleValue = <T>(list: readonly T[], value: T): T[] =>
  list.includes(value) ? list.filter((one) => one !== value) : [...list, value];
