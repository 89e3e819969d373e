import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callEndpoint } from '../call-endpoint.ts';
import { keyOf } from './key-of.ts';
import type { Query } from './query.ts';

/** Every question that pages ask about assessments. The state of observers changes with each call. */
export const assessmentQueries = {
  list: (id: string) =>
    queryOptions({
      queryKey: [...keyOf.assessments(id), 'list'],
      queryFn: ({ signal }) => callEndpoint('GET /api/sessions/[id]/assessments', { params: { id }, signal }),
    }),
  state: (id: string, query: Query<'GET /api/sessions/[id]/observers'> = {}) =>
    queryOptions({
      queryKey: [...keyOf.session(id), 'observers', query],
      queryFn: ({ signal }) => callEndpoint('GET /api/sessions/[id]/observers', { params: { id }, query, signal }),
      placeholderData: keepPreviousData,
      gcTime: 10_000,
    }),
  markdown: (id: string, query: Query<'GET /api/sessions/[id]/assessment.md'> = {}) =>
    queryOptions({
      queryKey: [...keyOf.assessments(id), 'markdown', query],
      queryFn: ({ signal }) => callEndpoint('GET /api/sessions/[id]/assessment.md', { params: { id }, query, signal }),
      placeholderData: keepPreviousData,
      gcTime: 10_000,
    }),
  diff: (id: string, query: Query<'GET /api/sessions/[id]/assessments/diff'>) =>
    queryOptions({
      queryKey: [...keyOf.assessments(id), 'diff', query],
      queryFn: ({ signal }) => callEndpoint('GET /api/sessions/[id]/assessments/diff', { params: { id }, query, signal }),
      placeholderData: keepPreviousData,
      gcTime: 60_000,
    }),
};
