import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { contracts } from '../../contracts/index.ts';
import { callEndpoint } from '../call-endpoint.ts';
import { keyOf } from './key-of.ts';
import type { Query } from './query.ts';

const { metrics } = contracts;

/** Every question that pages ask about turns: comparisons, the turns behind them, and what followed an example. */
export const metricQueries = {
  cohorts: (query: Query<typeof metrics.cohorts>) =>
    queryOptions({
      queryKey: [...keyOf.metrics(), 'cohorts', query],
      queryFn: ({ signal }) => callEndpoint(metrics.cohorts, { query, signal }),
      placeholderData: keepPreviousData,
    }),
  report: () =>
    queryOptions({
      queryKey: [...keyOf.metrics(), 'report'],
      queryFn: ({ signal }) => callEndpoint(metrics.report, { query: {}, signal }),
    }),
  values: (split: Query<typeof metrics.values>['split']) =>
    queryOptions({
      queryKey: [...keyOf.metrics(), 'values', split],
      queryFn: ({ signal }) => callEndpoint(metrics.values, { query: { split }, signal }),
    }),
  turns: (query: Omit<Query<typeof metrics.turns>, 'cursor'>) =>
    infiniteQueryOptions({
      queryKey: [...keyOf.metrics(), 'turns', query],
      queryFn: ({ signal, pageParam }) => callEndpoint(metrics.turns, { query: { ...query, cursor: pageParam || undefined }, signal }),
      initialPageParam: '',
      getNextPageParam: ({ nextCursor }) => nextCursor,
    }),
  credits: () =>
    infiniteQueryOptions({
      queryKey: [...keyOf.metrics(), 'credits'],
      queryFn: ({ signal, pageParam }) => callEndpoint(metrics.credits, { query: { cursor: pageParam || undefined }, signal }),
      initialPageParam: '',
      getNextPageParam: ({ nextCursor }) => nextCursor,
    }),
};
