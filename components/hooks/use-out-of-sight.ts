'use client';
import { useQuery } from '@tanstack/react-query';
import { toFilterQuery } from '@/components/observations/list-filter.ts';
import { countStates } from '@/components/observations/views.ts';
import { observationQueries } from '@/lib/client/queries.ts';
import type { ObservationsListState } from './use-observations-state.ts';

export type OutOfSight = {
  /** How many would match if they were listed, too. */ matching: number;
  /** How many there are at all. */ all: number;
};

/** Resolved ones that were put out of sight; null before the answer. Of the two questions one is that of the facets. */
export const useOutOfSight = (state: ObservationsListState): OutOfSight | null => {
  const ask = (cleared: boolean) => observationQueries.facets({ ...toFilterQuery({ ...state, cleared }), view: state.view });
  const { data: all } = useQuery(ask(true));
  const { data: inSight } = useQuery(ask(false));
  if (!all || !inSight) return null;
  const matching = countStates(all.states, state.states) - countStates(inSight.states, state.states);
  // Both answers were not given at the same moment.
  return { matching: Math.max(0, matching), all: Math.max(0, all.total - inSight.total) };
};
