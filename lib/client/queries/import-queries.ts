import { queryOptions, skipToken } from '@tanstack/react-query';
import { contracts } from '../../contracts/index.ts';
import { callEndpoint } from '../call-endpoint.ts';
import { keyOf } from './key-of.ts';
import type { Query } from './query.ts';

const { imports } = contracts;

/** Every question that pages ask about imports and folders. */
export const importQueries = {
  list: (query: Query<typeof imports.list> = {}) =>
    queryOptions({
      queryKey: [...keyOf.imports(), 'list', query],
      queryFn: ({ signal }) => callEndpoint(imports.list, { query, signal }),
    }),
  get: (id: string) =>
    queryOptions({
      queryKey: keyOf.import(id),
      queryFn: ({ signal }) => callEndpoint(imports.get, { params: { id }, signal }),
    }),
  /** The import whose result the top bar shows: it is put here by what starts one, since it may be over before anyone asks. */
  noticed: () => queryOptions<string | null>({ queryKey: ['noticed-import'], queryFn: skipToken }),
  issueLine: (sourceId: string, line: number) =>
    queryOptions({
      queryKey: ['issue-line', sourceId, line] as const,
      queryFn: ({ signal }) => callEndpoint(imports.issueLine, { params: { id: sourceId, line: String(line) }, signal }),
      staleTime: Infinity,
      gcTime: 5_000,
    }),
  upgrade: () =>
    queryOptions({
      queryKey: [...keyOf.imports(), 'upgrade'],
      queryFn: ({ signal }) => callEndpoint(imports.getUpgrade, { signal }),
    }),
  found: () =>
    queryOptions({
      queryKey: ['agent-folders'] as const,
      queryFn: ({ signal }) => callEndpoint(imports.findAgentFolders, { signal }),
    }),
  watched: () =>
    queryOptions({
      queryKey: keyOf.watched(),
      queryFn: ({ signal }) => callEndpoint(imports.listWatched, { signal }),
    }),
};
