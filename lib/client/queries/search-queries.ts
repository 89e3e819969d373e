import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { SearchAnswer, SearchGroup } from '../../domain/search.ts';
import { callEndpoint } from '../call-endpoint.ts';
import { keyOf } from './key-of.ts';
import type { Query } from './query.ts';

export type SearchGrouping = 'sessions' | 'none';
/** A page of matches; ungrouped, each match is a group of its own. */
export type FoundPage = Omit<SearchAnswer, 'hits'> & { grouping: SearchGrouping; groups: SearchGroup[] };

const perPage = { sessions: 20, none: 40 };

const findPage = async (grouping: SearchGrouping, query: Query<'GET /api/search'>, signal: AbortSignal): Promise<FoundPage> => {
  const asked = { query: { ...query, limit: perPage[grouping] }, signal };
  if (grouping === 'sessions') return { grouping, ...(await callEndpoint('GET /api/search/sessions', asked)) };
  const { hits, ...answer } = await callEndpoint('GET /api/search', asked);
  return { grouping, ...answer, groups: hits.map((hit) => ({ session: hit.session, total: 1, hits: [hit] })) };
};

/** Every question that pages ask about search. A question that another one replaces is canceled. */
export const searchQueries = {
  found: (q: string, grouping: SearchGrouping) =>
    infiniteQueryOptions({
      queryKey: [...keyOf.search(), 'found', q, grouping],
      queryFn: ({ signal, pageParam }) => findPage(grouping, { q, cursor: pageParam || undefined }, signal),
      initialPageParam: '',
      getNextPageParam: ({ nextCursor }) => nextCursor,
      placeholderData: keepPreviousData,
      enabled: q !== '',
    }),
  /** The best matches. No query has the answer null, so that the next one does not begin with the matches of the last. */
  best: (q: string) =>
    queryOptions({
      queryKey: [...keyOf.search(), 'best', q],
      queryFn: ({ signal }): Promise<SearchAnswer | null> => callEndpoint('GET /api/search', { query: { q, limit: 5 }, signal }),
      initialData: q === '' ? null : undefined,
      placeholderData: keepPreviousData,
      enabled: q !== '',
    }),
  facets: (q: string) =>
    queryOptions({
      queryKey: [...keyOf.search(), 'facets', q],
      queryFn: ({ signal }) => callEndpoint('GET /api/search/facets', { query: { q }, signal }),
      placeholderData: keepPreviousData,
      enabled: q !== '',
    }),
  values: ({ field, contains, q }: Query<'GET /api/search/values'>) =>
    queryOptions({
      queryKey: [...keyOf.search(), 'values', field, contains, q],
      queryFn: ({ signal }) => callEndpoint('GET /api/search/values', { query: { field, contains, q, limit: 12 }, signal }),
      placeholderData: (previous, query) => (query?.queryKey[2] === field ? previous : undefined),
    }),
  saved: () =>
    queryOptions({
      queryKey: keyOf.savedSearches(),
      queryFn: ({ signal }) => callEndpoint('GET /api/searches', { signal }),
    }),
};
