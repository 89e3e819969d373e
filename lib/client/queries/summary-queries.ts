import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ListedSummary } from '../../domain/listed-summary.ts';
import { callEndpoint } from '../call-endpoint.ts';
import { keyOf } from './key-of.ts';
import type { Query } from './query.ts';

const pageSize = 30;
/** Turns of a session in one request; more are read in several requests. */
const turnsAtOnce = 200;

/** Every question that pages ask about summaries. */
export const summaryQueries = {
  list: (query: Query<'GET /api/summaries'>) =>
    infiniteQueryOptions({
      queryKey: [...keyOf.summaries(), 'list', query],
      queryFn: ({ pageParam, signal }) =>
        callEndpoint('GET /api/summaries', { query: { ...query, limit: pageSize, ...(pageParam && { cursor: pageParam }) }, signal }),
      initialPageParam: '',
      getNextPageParam: ({ nextCursor }) => nextCursor,
      placeholderData: keepPreviousData,
    }),
  /** All of a session, by turn. */
  ofSession: (session: string) =>
    queryOptions({
      queryKey: [...keyOf.summaries(), 'session', session],
      queryFn: async ({ signal }): Promise<ReadonlyMap<number, ListedSummary>> => {
        const byTurn = new Map<number, ListedSummary>();
        let cursor: string | null = null;
        do {
          const query = { session, limit: turnsAtOnce, ...(cursor !== null && { cursor }) };
          const page: { items: ListedSummary[]; nextCursor: string | null } = await callEndpoint('GET /api/summaries', { query, signal });
          for (const one of page.items) byTurn.set(one.turn_idx, one);
          cursor = page.nextCursor;
        } while (cursor !== null);
        return byTurn;
      },
      placeholderData: keepPreviousData,
    }),
  groups: (query: Query<'GET /api/summaries/analytics/groups'>) =>
    queryOptions({
      queryKey: [...keyOf.summaries(), 'groups', query],
      queryFn: ({ signal }) => callEndpoint('GET /api/summaries/analytics/groups', { query, signal }),
      placeholderData: keepPreviousData,
    }),
  analytics: (query: Query<'GET /api/summaries/analytics'>) =>
    queryOptions({
      queryKey: [...keyOf.summaries(), 'analytics', query],
      queryFn: ({ signal }) => callEndpoint('GET /api/summaries/analytics', { query, signal }),
      placeholderData: keepPreviousData,
    }),
  /** Whether a model is asked, and how many turns wait for it. */
  settings: () =>
    queryOptions({
      queryKey: [...keyOf.summaries(), 'settings'],
      queryFn: ({ signal }) => callEndpoint('GET /api/summaries/settings', { signal }),
    }),
  costs: (query: Query<'GET /api/summaries/costs'>) =>
    queryOptions({
      queryKey: [...keyOf.summaries(), 'costs', query],
      queryFn: ({ signal }) => callEndpoint('GET /api/summaries/costs', { query, signal }),
      placeholderData: keepPreviousData,
    }),
  versions: (session: string, message: string) =>
    queryOptions({
      queryKey: [...keyOf.summaries(), 'versions', session, message],
      queryFn: ({ signal }) => callEndpoint('GET /api/summaries/versions', { query: { session, message }, signal }),
    }),
};
