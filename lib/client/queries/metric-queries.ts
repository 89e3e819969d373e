import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callEndpoint } from '../call-endpoint.ts';
import { keyOf } from './key-of.ts';
import type { Query } from './query.ts';

/** Every question that pages ask about turns: comparisons, the turns behind them, and what followed an example. */
export const metricQueries = {
  cohorts: (query: Query<'GET /api/metrics/cohorts'>) =>
    queryOptions({
      queryKey: [...keyOf.metrics(), 'cohorts', query],
      queryFn: ({ signal }) => callEndpoint('GET /api/metrics/cohorts', { query, signal }),
      placeholderData: keepPreviousData,
    }),
  report: () =>
    queryOptions({
      queryKey: [...keyOf.metrics(), 'report'],
      queryFn: ({ signal }) => callEndpoint('GET /api/metrics/report', { query: {}, signal }),
    }),
  values: (split: Query<'GET /api/metrics/values'>['split']) =>
    queryOptions({
      queryKey: [...keyOf.metrics(), 'values', split],
      queryFn: ({ signal }) => callEndpoint('GET /api/metrics/values', { query: { split }, signal }),
    }),
  turns: (query: Omit<Query<'GET /api/metrics/turns'>, 'cursor'>) =>
    infiniteQueryOptions({
      queryKey: [...keyOf.metrics(), 'turns', query],
      queryFn: ({ signal, pageParam }) =>
        callEndpoint('GET /api/metrics/turns', { query: { ...query, cursor: pageParam || undefined }, signal }),
      initialPageParam: '',
      getNextPageParam: ({ nextCursor }) => nextCursor,
    }),
  credits: () =>
    infiniteQueryOptions({
      queryKey: [...keyOf.metrics(), 'credits'],
      queryFn: ({ signal, pageParam }) => callEndpoint('GET /api/metrics/examples', { query: { cursor: pageParam || undefined }, signal }),
      initialPageParam: '',
      getNextPageParam: ({ nextCursor }) => nextCursor,
    }),
};
