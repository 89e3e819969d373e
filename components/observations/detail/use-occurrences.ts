'use client';
import { useQuery } from '@tanstack/react-query';
import { observationQueries } from '@/lib/client/queries/observation-queries.ts';

/** Each time that an observation began, the newest first and at most a hundred. */
export const useOccurrences = (id: string) => {
  const one = useQuery(observationQueries.get(id));
  return { occurrences: one.data?.occurrences ?? [], isPending: one.isPending, error: one.error };
};
