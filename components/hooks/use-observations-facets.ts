'use client';
import { useQuery } from '@tanstack/react-query';
import { toFilterQuery } from '@/components/observations/list-filter.ts';
import { attention, countViews } from '@/components/observations/views.ts';
import { observationQueries } from '@/lib/client/queries.ts';
import type { ObservationsListState } from './use-observations-state.ts';

/** What can be chosen, with counts, and how many each view shows. */
export const useObservationsFacets = (state: ObservationsListState) => {
  const { view } = state;
  const ask = (filter: Partial<ObservationsListState>) => observationQueries.facets({ ...toFilterQuery({ ...state, ...filter }), view });
  const facets = useQuery(ask({}));
  const all = useQuery(ask({ states: [], severities: [] }));
  const worse = useQuery(ask({ states: [], severities: [...attention.severities] }));
  return {
    facets: facets.data,
    viewCounts: all.data && worse.data ? countViews(all.data.states, worse.data.states) : null,
    /** Statuses over all severities: what is hidden by the view. */
    allStates: all.data?.states ?? [],
    labelOf: (observer: string) => facets.data?.observers.find(({ value }) => value === observer)?.label ?? observer,
  };
};

export type ObservationsFacets = ReturnType<typeof useObservationsFacets>;
