import {
  observationSeverity,
  observationState,
  type ObservationFacets,
  type ObservationSeverity,
  type ObservationState,
} from '@/lib/domain/observation.ts';
import { printCount } from '@/lib/print/number.ts';
import type { ListFilter } from './list-filter.ts';

export type ViewId = 'attention' | 'regressed' | 'acknowledged' | 'resolved' | 'all';
type View = {
  id: ViewId;
  label: string;
  /** How the label begins; a phone leaves that out. */
  lead?: string;
  states: readonly ObservationState[];
  severities: readonly ObservationSeverity[];
};

/**
 * What people look at most: statuses and severities. The rest of the filter stays as it is. What needs attention is still to be worked
 * on, acknowledged or not; the navigation counts only what nobody has acknowledged.
 */
export const views: readonly View[] = [
  {
    id: 'attention',
    label: 'Needs attention',
    lead: 'Needs ',
    states: ['open', 'regressed', 'acknowledged'],
    severities: ['critical', 'high', 'medium'],
  },
  { id: 'regressed', label: 'Regressed', states: ['regressed'], severities: [] },
  { id: 'acknowledged', label: 'Acknowledged', states: ['acknowledged'], severities: [] },
  { id: 'resolved', label: 'Resolved', states: ['fixed', 'false_positive', 'wont_fix', 'stale'], severities: [] },
  { id: 'all', label: 'All', states: [], severities: [] },
];

export const attention = views[0] ?? { states: [], severities: [] };

const isSame = (a: readonly string[], b: readonly string[], all: readonly string[]): boolean => {
  const whole = (list: readonly string[]) => (list.length === 0 ? all : list);
  const [left, right] = [whole(a), new Set(whole(b))];
  return left.length === right.size && left.every((value) => right.has(value));
};

/** The view that a filter shows, whatever else it narrows; null if it matches no view. */
export const findView = ({ states, severities }: Pick<ListFilter, 'states' | 'severities'>): ViewId | null =>
  views.find(
    (view) => isSame(view.states, states, observationState.options) && isSame(view.severities, severities, observationSeverity.options),
  )?.id ?? null;

/** How many are of some statuses; of none: of all. */
export const countStates = (counts: ObservationFacets['states'], states: readonly ObservationState[]): number =>
  counts.filter(({ value }) => states.length === 0 || states.includes(value)).reduce((total, { count }) => total + count, 0);

/** How many each view shows. Statuses are counted for all severities, and for those that need attention. */
export const countViews = (all: ObservationFacets['states'], worse: ObservationFacets['states']): Record<ViewId, number> => {
  const [needs, regressed, acknowledged, resolved, every] = views.map((view) =>
    countStates(view.severities.length > 0 ? worse : all, view.states),
  );
  return {
    attention: needs ?? 0,
    regressed: regressed ?? 0,
    acknowledged: acknowledged ?? 0,
    resolved: resolved ?? 0,
    all: every ?? 0,
  };
};

/**
 * What a view shows, in a few words; null if its name says it. "Needs attention" is split as the navigation counts it: that
 * counts what nobody has acknowledged, regardless of other filters.
 */
export const printAboutView = (id: ViewId, worse: ObservationFacets['states'] | null): string | null => {
  if (id !== 'attention') return null;
  const about = 'Open, regressed or acknowledged; medium or worse';
  if (worse === null) return about;
  const [waiting, acknowledged] = [countStates(worse, ['open', 'regressed']), countStates(worse, ['acknowledged'])];
  return `${about}: ${printCount(waiting)} unacknowledged (the number in the navigation) and ${printCount(acknowledged)} acknowledged`;
};
