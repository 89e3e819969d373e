'use client';
import { useQuery } from '@tanstack/react-query';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import type { Overview, Tick } from '@/lib/domain/overview.ts';
import { toToolKind } from '@/lib/session/tool-kind.ts';

/** Numbers of the calls that failed and of those that change files, ascending. */
export type CallSets = { errors: number[]; edits: number[] };

const maxTicks = 4_000;

export const computeCallSets = (ticks: readonly Tick[]): CallSets => ({
  errors: ticks.filter((tick) => tick.outcome === 'error').map((tick) => tick.firstCall),
  edits: ticks.filter((tick) => ['edit', 'write'].includes(toToolKind(tick.name))).map((tick) => tick.firstCall),
});

/**
 * Calls by what they are. Read from the strip where that has one tick a call, else fetched in windows of 4,000 calls
 * once `wanted`; null until it is known.
 */
export const useCallSets = (sessionId: string, overview: Overview | undefined, wanted: boolean) => {
  const exact = overview !== undefined && overview.ticks.every((tick) => tick.firstCall === tick.lastCall);
  const total = overview?.totalCalls ?? 0;
  const query = useQuery({
    queryKey: ['call-sets', sessionId, total],
    queryFn: async ({ client, signal }) => {
      const sets: CallSets = { errors: [], edits: [] };
      for (let from = 1; from <= total && !signal.aborted; from += maxTicks) {
        const range = { from, to: Math.min(total, from + maxTicks - 1), ticks: maxTicks };
        const part = computeCallSets((await client.query({ ...sessionQueries.overview(sessionId, range), gcTime: 0 })).ticks);
        sets.errors.push(...part.errors);
        sets.edits.push(...part.edits);
      }
      return sets;
    },
    enabled: wanted && !exact && total > 0,
    staleTime: Infinity,
    gcTime: 60_000,
  });
  return { sets: exact ? computeCallSets(overview.ticks) : (query.data ?? null), error: query.error, retry: () => void query.refetch() };
};
