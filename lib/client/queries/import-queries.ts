import { queryOptions, skipToken } from '@tanstack/react-query';
import { callEndpoint } from '../call-endpoint.ts';
import { keyOf } from './key-of.ts';
import type { Query } from './query.ts';

/** Every question that pages ask about imports and folders. */
export const importQueries = {
  list: (query: Query<'GET /api/imports'> = {}) =>
    queryOptions({
      queryKey: [...keyOf.imports(), 'list', query],
      queryFn: ({ signal }) => callEndpoint('GET /api/imports', { query, signal }),
    }),
  get: (id: string) =>
    queryOptions({
      queryKey: keyOf.import(id),
      queryFn: ({ signal }) => callEndpoint('GET /api/imports/[id]', { params: { id }, signal }),
    }),
  /** The import whose result the top bar shows: it is put here by what starts one, since it may be over before anyone asks. */
  noticed: () => queryOptions<string | null>({ queryKey: ['noticed-import'], queryFn: skipToken }),
  issueLine: (sourceId: string, line: number) =>
    queryOptions({
      queryKey: ['issue-line', sourceId, line] as const,
      queryFn: ({ signal }) => callEndpoint('GET /api/sources/[id]/lines/[line]', { params: { id: sourceId, line: String(line) }, signal }),
      staleTime: Infinity,
      gcTime: 5_000,
    }),
  upgrade: () =>
    queryOptions({
      queryKey: [...keyOf.imports(), 'upgrade'],
      queryFn: ({ signal }) => callEndpoint('GET /api/upgrade', { signal }),
    }),
  found: () =>
    queryOptions({
      queryKey: ['agent-folders'] as const,
      queryFn: ({ signal }) => callEndpoint('GET /api/watched/found', { signal }),
    }),
  watched: () =>
    queryOptions({
      queryKey: keyOf.watched(),
      queryFn: ({ signal }) => callEndpoint('GET /api/watched', { signal }),
    }),
};
