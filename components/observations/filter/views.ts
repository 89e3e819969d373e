import {
  observationSeverity,
  observationState,
  type ObservationFacets,
  type ObservationSeverity,
  type ObservationState,
} from '@/lib/domain/observation.ts';
import type { ListFilter } from './list-filter.ts';

export type ViewId = 'attention' | 'regressed' | 'acknowledged' | 'resolved' | 'all';
type View = {
  id: ViewId;
  label: string;
  /** How the label begins; a phone leaves that out. */
  lead?: string;
  /** Description of the view, if its name does not say what it shows. */
  about?: string;
  states: readonly ObservationState[];
  severities: readonly ObservationSeverity[];
};

/** Views that people use most: statuses and severities. The rest of the filter stays as it is. */
export const views: readonly View[] = [
  {
    id: 'attention',
    label: 'Needs attention',
    lead: 'Needs ',
    about: 'Open or regressed, medium or worse',
    states: ['open', 'regressed'],
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
