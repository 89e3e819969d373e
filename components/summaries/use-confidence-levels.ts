'use client';
import { useQuery } from '@tanstack/react-query';
import { summaryQueries } from '@/lib/client/queries/summary-queries.ts';
import { confidenceLevels } from '@/lib/domain/summary.ts';
import type { SummariesState } from './use-summaries-state.ts';

/** How many of the summaries that the other filters leave have which confidence, the least sure first. */
export const useConfidenceLevels = ({ state, filter, set }: SummariesState) => {
  const { confidence: _, ...others } = filter;
  const { data } = useQuery(summaryQueries.analytics(others));
  const distribution = data && 'confidence_distribution' in data ? data.confidence_distribution : null;
  const levels = confidenceLevels.toReversed().flatMap((level) => {
    const count = distribution?.[level] ?? 0;
    return count > 0 || level === state.confidence ? [{ level, count }] : [];
  });
  return {
    levels,
    total: data?.total_summaries ?? null,
    /** Shows the next level alone; after the last, all. */
    next: () => {
      const at = levels.findIndex(({ level }) => level === state.confidence);
      set({ confidence: levels[at + 1]?.level ?? null });
    },
  };
};
export type ConfidenceLevels = ReturnType<typeof useConfidenceLevels>;
