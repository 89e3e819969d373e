import { queryOptions, skipToken } from '@tanstack/react-query';
import { callEndpoint } from '../call-endpoint.ts';
import type { Answer } from '../read-answer.ts';
import { keyOf } from './key-of.ts';
import type { Query } from './query.ts';

const taskPollMs = 500;

export type DeletionQuery = Query<'GET /api/data/deletion'>;

export const dataQueries = {
  /** It is counted whenever the page is opened, and after what the page does. */
  archive: () =>
    queryOptions({ queryKey: keyOf.archive(), queryFn: ({ signal }) => callEndpoint('GET /api/data', { signal }), staleTime: 0 }),
  /** A backup or compaction, looked at again while it runs, and until the copy of a download is taken. */
  task: () =>
    queryOptions({
      queryKey: ['data-task'],
      queryFn: async ({ signal }) => (await callEndpoint('GET /api/data/task', { signal })).task,
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.status === 'running' || state.data?.copy === 'ready' ? taskPollMs : false),
    }),
  /** Current preview of a deletion. */
  previewDeletion: (query: DeletionQuery) =>
    queryOptions({
      queryKey: ['deletion', query],
      queryFn: ({ signal }) => callEndpoint('GET /api/data/deletion', { query, signal }),
      staleTime: 0,
      gcTime: 0,
    }),
  /** Last deletion on this page; the deletion itself puts it here. */
  lastDeletion: () => queryOptions<Answer<'DELETE /api/data/deletion'> | null>({ queryKey: ['last-deletion'], queryFn: skipToken }),
};
