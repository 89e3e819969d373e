import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callEndpoint } from '../call-endpoint.ts';
import { keyOf } from './key-of.ts';
import type { Query } from './query.ts';

const groupsPerPage = 100;
const rowsPerPage = 50;
const snapshotsPerPage = 2_000;

/** Which trajectories: of a descriptor, of none that is known, or what is no trajectory. */
export type TrajectoriesOf = Pick<Query<'GET /api/trajectories'>, 'ns' | 'key' | 'tag' | 'unknown' | 'refused'>;

/** Every question that pages ask about trajectories. */
export const trajectoryQueries = {
  descriptors: () =>
    infiniteQueryOptions({
      queryKey: [...keyOf.trajectories(), 'descriptors'],
      queryFn: ({ pageParam, signal }) =>
        callEndpoint('GET /api/trajectories/descriptors', { query: { limit: groupsPerPage, cursor: pageParam }, signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),
  list: (of: TrajectoriesOf) =>
    infiniteQueryOptions({
      queryKey: [...keyOf.trajectories(), 'list', of],
      queryFn: ({ pageParam, signal }) =>
        callEndpoint('GET /api/trajectories', { query: { ...of, limit: rowsPerPage, cursor: pageParam }, signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),
  /** With all of its snapshots, window by window. */
  get: (id: string) =>
    queryOptions({
      queryKey: [...keyOf.trajectory(id), 'detail'],
      queryFn: async ({ signal }) => {
        const ask = (from: number) =>
          callEndpoint('GET /api/trajectories/[id]', { params: { id }, query: { from, limit: snapshotsPerPage }, signal });
        const { trajectory, sources, snapshots } = await ask(0);
        const all = [...snapshots];
        for (let held = -1; held < all.length && all.length < trajectory.snapshots;) {
          held = all.length;
          all.push(...(await ask(held)).snapshots);
        }
        return { trajectory, sources, snapshots: all };
      },
    }),
};
