'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';
import { keyOf } from '@/lib/client/queries/key-of.ts';
import type { Trajectory } from '@/lib/domain/trajectory.ts';

/** Splits a session whose snapshots are no trajectory into parts that are, and takes that back. */
export const useSplit = () => {
  const client = useQueryClient();
  const refresh = (_data: unknown, { sessionId }: Pick<Trajectory, 'sessionId'>) =>
    Promise.all([keyOf.trajectories(), keyOf.trajectoriesOf(sessionId)].map((queryKey) => client.invalidateQueries({ queryKey })));
  const split = useMutation({
    mutationFn: ({ sessionId }: Pick<Trajectory, 'sessionId'>) =>
      callEndpoint('POST /api/trajectories/[id]/split', { params: { id: sessionId } }),
    onSuccess: refresh,
  });
  const join = useMutation({
    mutationFn: ({ sessionId }: Pick<Trajectory, 'sessionId'>) =>
      callEndpoint('POST /api/trajectories/[id]/unsplit', { params: { id: sessionId } }),
    onSuccess: (data, variables) => {
      split.reset();
      return refresh(data, variables);
    },
  });
  return {
    split: (one: Pick<Trajectory, 'sessionId'>) => {
      join.reset();
      split.mutate(one);
    },
    join: (one: Pick<Trajectory, 'sessionId'>) => join.mutate(one),
    /** The last split, until it is dismissed or undone. */
    done: split.data ? { sessionId: split.variables.sessionId, parts: split.data.trajectories.length } : null,
    dismiss: () => {
      split.reset();
      join.reset();
    },
    isBusy: split.isPending || join.isPending,
    error: split.error ?? join.error,
  };
};

export type Split = ReturnType<typeof useSplit>;
