'use client';
import { useQuery } from '@tanstack/react-query';
import { observationQueries } from '@/lib/client/queries/observation-queries.ts';
import type { Observation } from '@/lib/domain/observation.ts';

const none: readonly Observation[] = [];

/** Observations that were found or reported in a session, the worst first; not all if there are very many. */
export const useSessionObservations = (sessionId: string) => {
  const { data, error, refetch } = useQuery(observationQueries.ofSession(sessionId));
  return {
    items: data?.items ?? none,
    total: data?.total ?? 0,
    isKnown: data !== undefined,
    error: data === undefined ? error : null,
    retry: () => void refetch(),
  };
};

export type SessionObservations = ReturnType<typeof useSessionObservations>;
