import { queryOptions } from '@tanstack/react-query';
import { callEndpoint } from '../call-endpoint.ts';
import { keyOf } from './key-of.ts';
import type { Query } from './query.ts';

/** Every question that pages ask about one snapshot, or two. */
export const snapshotQueries = {
  children: (id: string, position: number, query: Query<'GET /api/trajectories/[id]/snapshots/[position]'>) =>
    queryOptions({
      queryKey: [...keyOf.trajectory(id), 'children', position, query],
      queryFn: ({ signal }) =>
        callEndpoint('GET /api/trajectories/[id]/snapshots/[position]', { params: { id, position: String(position) }, query, signal }),
    }),
  value: (id: string, position: number, query: Query<'GET /api/trajectories/[id]/snapshots/[position]/value'>) =>
    queryOptions({
      queryKey: [...keyOf.trajectory(id), 'value', position, query],
      queryFn: ({ signal }) =>
        callEndpoint('GET /api/trajectories/[id]/snapshots/[position]/value', {
          params: { id, position: String(position) },
          query,
          signal,
        }),
    }),
  search: (id: string, position: number, query: Query<'GET /api/trajectories/[id]/snapshots/[position]/search'>) =>
    queryOptions({
      queryKey: [...keyOf.trajectory(id), 'search', position, query],
      queryFn: ({ signal }) =>
        callEndpoint('GET /api/trajectories/[id]/snapshots/[position]/search', {
          params: { id, position: String(position) },
          query,
          signal,
        }),
    }),
  diff: (id: string, query: Query<'GET /api/trajectories/[id]/diff'>) =>
    queryOptions({
      queryKey: [...keyOf.trajectory(id), 'diff', query],
      queryFn: ({ signal }) => callEndpoint('GET /api/trajectories/[id]/diff', { params: { id }, query, signal }),
    }),
};
