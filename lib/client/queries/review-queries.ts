import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callEndpoint, type EndpointInput } from '../call-endpoint.ts';
import { keyOf } from './key-of.ts';
import type { Query } from './query.ts';

const quietMs = 5_000;
const runsPerPage = 30;
const maxActive = 20;

export type PreviewRequest = NonNullable<EndpointInput<'POST /api/reviewers/preview'>['body']>;

/** Every question that pages ask about reviewers and their runs. */
export const reviewQueries = {
  /** Bundles are edited by hand, of which nothing is announced: they are asked for again and again. */
  reviewers: () =>
    queryOptions({
      queryKey: keyOf.reviewers(),
      queryFn: ({ signal }) => callEndpoint('GET /api/reviewers', { signal }),
      refetchInterval: quietMs,
    }),
  /** Newest first. */
  runs: (query: Pick<Query<'GET /api/reviews'>, 'session' | 'reviewer'>) =>
    infiniteQueryOptions({
      queryKey: [...keyOf.reviews(), 'list', query],
      queryFn: ({ pageParam, signal }) =>
        callEndpoint('GET /api/reviews', { query: { ...query, limit: runsPerPage, ...(pageParam && { cursor: pageParam }) }, signal }),
      initialPageParam: '',
      getNextPageParam: ({ nextCursor }) => nextCursor,
    }),
  /** Those that run, then those that wait. */
  active: () =>
    queryOptions({
      queryKey: [...keyOf.reviews(), 'active'],
      queryFn: async ({ signal }) => {
        const list = (state: 'running' | 'queued') => callEndpoint('GET /api/reviews', { query: { state, limit: maxActive }, signal });
        const [running, queued] = await Promise.all([list('running'), list('queued')]);
        return [...running.items, ...queued.items];
      },
    }),
  run: (id: string) =>
    queryOptions({
      queryKey: [...keyOf.reviews(), 'run', id],
      queryFn: ({ signal }) => callEndpoint('GET /api/reviews/[id]', { params: { id }, signal }),
    }),
  /** How many runs looked at a session. */
  countOfSession: (session: string) =>
    queryOptions({
      queryKey: [...keyOf.reviews(), 'count', session],
      queryFn: async ({ signal }) => (await callEndpoint('GET /api/reviews', { query: { session, limit: 1 }, signal })).total,
    }),
  exchange: (id: string, reviewer: string) =>
    queryOptions({
      queryKey: [...keyOf.reviews(), 'exchange', id, reviewer],
      queryFn: ({ signal }) => callEndpoint('GET /api/reviews/[id]/exchange', { params: { id }, query: { reviewer }, signal }),
    }),
  /** Request that would be sent now: files and sessions change without notice. */
  preview: (body: PreviewRequest) =>
    queryOptions({
      queryKey: ['review-preview', body],
      queryFn: ({ signal }) => callEndpoint('POST /api/reviewers/preview', { body, signal }),
      staleTime: 0,
      gcTime: 0,
    }),
};
