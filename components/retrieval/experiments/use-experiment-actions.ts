'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';
import { keyOf } from '@/lib/client/queries/key-of.ts';

export type ExperimentAction = 'start' | 'stop' | 'archive' | 'restore';

/** Starts, stops, archives, restores and deletes; what failed last stays until the next action. */
export const useExperimentActions = () => {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: keyOf.experiments() });
  const move = useMutation({
    mutationFn: ({ id, action }: { id: string; action: ExperimentAction }) =>
      callEndpoint('POST /api/experiments/[id]/[action]', { params: { id, action }, body: {} }),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (id: string) => callEndpoint('DELETE /api/experiments/[id]', { params: { id } }),
    onSuccess: (_, id) => client.removeQueries({ queryKey: [...keyOf.experiments(), 'one', id] }),
    onSettled,
  });
  return {
    move: (id: string, action: ExperimentAction, then?: () => void) => {
      remove.reset();
      move.mutate({ id, action }, { onSuccess: () => then?.() });
    },
    remove: (id: string, then: () => void) => {
      move.reset();
      remove.mutate(id, { onSuccess: then });
    },
    error: move.error ?? remove.error,
    isPending: move.isPending || remove.isPending,
  };
};
