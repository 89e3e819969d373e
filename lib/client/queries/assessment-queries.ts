import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { contracts } from '../../contracts/index.ts';
import { callEndpoint } from '../call-endpoint.ts';
import { keyOf } from './key-of.ts';
import type { Query } from './query.ts';

const { assessments } = contracts;

/** Every question that pages ask about assessments. The state of observers changes with each call. */
export const assessmentQueries = {
  list: (id: string) =>
    queryOptions({
      queryKey: [...keyOf.assessments(id), 'list'],
      queryFn: ({ signal }) => callEndpoint(assessments.list, { params: { id }, signal }),
    }),
  state: (id: string, query: Query<typeof assessments.state> = {}) =>
    queryOptions({
      queryKey: [...keyOf.session(id), 'observers', query],
      queryFn: ({ signal }) => callEndpoint(assessments.state, { params: { id }, query, signal }),
      placeholderData: keepPreviousData,
      gcTime: 10_000,
    }),
  markdown: (id: string, query: Query<typeof assessments.markdown> = {}) =>
    queryOptions({
      queryKey: [...keyOf.assessments(id), 'markdown', query],
      queryFn: ({ signal }) => callEndpoint(assessments.markdown, { params: { id }, query, signal }),
      placeholderData: keepPreviousData,
      gcTime: 10_000,
    }),
  diff: (id: string, query: Query<typeof assessments.diff>) =>
    queryOptions({
      queryKey: [...keyOf.assessments(id), 'diff', query],
      queryFn: ({ signal }) => callEndpoint(assessments.diff, { params: { id }, query, signal }),
      placeholderData: keepPreviousData,
      gcTime: 60_000,
    }),
};
