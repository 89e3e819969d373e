'use client';
import { useQueries } from '@tanstack/react-query';
import { everything, toFilterQuery, type ListFilter } from './list-filter.ts';
import { listParts, pickSteps, type NextStep } from './next-steps.ts';
import { listQueryChips } from './query-chips.ts';
import { countStates, views } from './views.ts';
import { observationQueries } from '@/lib/client/queries/observation-queries.ts';
import type { ObservationsFacets } from './use-observations-facets.ts';
import type { ObservationsListState } from '@/components/observations/use-observations-state.ts';

/** Counts without a status or severity are in the facets; counts without other parts are requested. */
const isCounted = (next: Partial<ListFilter>): boolean => 'states' in next || 'severities' in next;

/** Where to go from a list in which nothing is: filters that yield something, with how much. Null: it is not known yet. */
export const useNextSteps = (state: ObservationsListState, facets: ObservationsFacets): NextStep[] | null => {
  const { facets: data, viewCounts } = facets;
  const parts = listParts(state.q, listQueryChips(state, facets));
  const asked = useQueries({
    queries: parts.map(({ next }) => ({
      ...observationQueries.facets({ ...toFilterQuery({ ...state, ...next }), view: state.view }),
      enabled: !isCounted(next),
    })),
  });
  if (!data || !viewCounts) return null;
  const without = parts.map(({ label, next }, at): NextStep => {
    if ('states' in next) return { label, next, count: countStates(data.states, []) };
    if ('severities' in next) return { label, next, count: data.severities.reduce((sum, { count }) => sum + count, 0) };
    const answer = asked[at];
    const isKnown = answer?.data !== undefined && !answer.isPlaceholderData;
    return { label, next, count: isKnown ? countStates(answer.data.states, state.states) : answer?.isError ? 0 : null };
  });
  const attention = views
    .filter(({ id }) => id === 'attention')
    .map(({ id, label, states, severities }): NextStep => ({ label, count: viewCounts[id], next: { states, severities } }));
  const hidden: NextStep = {
    label: 'Show archived',
    count: state.cleared ? 0 : data.outOfSight.matching,
    next: { cleared: true },
  };
  const all: NextStep = { label: 'Show all', count: data.total, next: everything };
  const isOfStates = state.states.length > 0 && parts.every(({ next }) => isCounted(next));
  if (!isOfStates) return pickSteps([...without, hidden], [all]);
  const anySeverity = without.filter(({ next }) => 'severities' in next).map((step): NextStep => ({ ...step, label: 'Show any severity' }));
  return pickSteps([], [...attention, ...anySeverity, hidden, all]);
};
