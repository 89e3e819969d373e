'use client';
import { useQuery } from '@tanstack/react-query';
import { toFilterQuery } from './list-filter.ts';
import { countStates, countViews } from './views.ts';
import { observationQueries } from '@/lib/client/queries/observation-queries.ts';
import { useFilterNames } from './use-filter-names.ts';
import { useKnownNames } from './use-known-names.ts';
import type { ObservationsListState } from '@/components/observations/use-observations-state.ts';

/** Values to choose from with their counts, the count of each view, and names of things that may not be among the matches. */
export const useObservationsFacets = (state: ObservationsListState) => {
  const { data } = useQuery(observationQueries.facets({ ...toFilterQuery(state), view: state.view }));
  const isCounted = (observer: string) => data?.observers.some(({ value }) => value === observer) ?? true;
  const isNothing = data !== undefined && data.total > 0 && countStates(data.states, state.states) === 0;
  const known = useKnownNames(state.view, isNothing || !state.observers.every(isCounted));
  const observers = [...(data?.observers ?? []), ...known.observers];
  return {
    facets: data,
    /** Observers and projects whether they match or not, where of those that match some are missing. */
    known,
    /** Whether there is something, of which nothing matches. */
    isNothing,
    viewCounts: data ? countViews(data.statesOf.all, data.statesOf.worse) : null,
    labelOf: (observer: string) => observers.find(({ value }) => value === observer)?.label ?? observer,
    ...useFilterNames(state),
  };
};

export type ObservationsFacets = ReturnType<typeof useObservationsFacets>;
