'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';
import { keyOf } from '@/lib/client/queries/key-of.ts';
import { reviewQueries } from '@/lib/client/queries/review-queries.ts';
import { isActive } from './review-words.ts';

/** The run in the URL, then all others that run or wait; and what cancels one. */
export const useShownRuns = (chosenId: string | null) => {
  const client = useQueryClient();
  const chosen = useQuery({ ...reviewQueries.run(chosenId ?? ''), enabled: chosenId !== null });
  const active = useQuery(reviewQueries.active());
  const cancel = useMutation({
    mutationFn: (id: string) => callEndpoint('DELETE /api/reviews/[id]', { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf.reviews() }),
  });
  const runs = [
    ...(chosen.data && chosenId !== null ? [chosen.data] : []),
    // One that has just ended is in the list until that is asked for again.
    ...(active.data ?? []).filter((run) => run.id !== chosenId && isActive(run)),
  ];
  return {
    runs,
    error: chosen.error ?? active.error ?? cancel.error,
    retry: () => void client.invalidateQueries({ queryKey: keyOf.reviews() }),
    cancel: cancel.mutate,
    cancelingId: cancel.isPending ? cancel.variables : null,
    /** Cancels the first that can be. */
    cancelFirst: () => {
      const first = runs.find(isActive);
      if (first) cancel.mutate(first.id);
    },
  };
};
export type ShownRuns = ReturnType<typeof useShownRuns>;
