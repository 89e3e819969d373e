'use client';
import { useQuery } from '@tanstack/react-query';
import { toFilterQuery } from '@/components/observations/list-filter.ts';
import { countViews } from '@/components/observations/views.ts';
import { observationQueries } from '@/lib/client/queries.ts';
import type { ObservationsListState } from './use-observations-state.ts';

/** What can be chosen, with counts, and how many each view shows. */
export const useObservationsFacets = (state: ObservationsListState) => {
  const { data } = useQuery(observationQueries.facets({ ...toFilterQuery(state), view: state.view }));
  return {
    facets: data,
    viewCounts: data ? countViews(data.statesOf.all, data.statesOf.worse) : null,
    labelOf: (observer: string) => data?.observers.find(({ value }) => value === observer)?.label ?? observer,
  };
};

export type ObservationsFacets = ReturnType<typeof useObservationsFacets>;
