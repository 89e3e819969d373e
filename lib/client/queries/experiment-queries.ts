import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callEndpoint } from '../call-endpoint.ts';
import { keyOf } from './key-of.ts';

/** Every question that pages ask about experiments. */
export const experimentQueries = {
  list: (archived: boolean) =>
    queryOptions({
      queryKey: [...keyOf.experiments(), 'list', archived],
      queryFn: ({ signal }) => callEndpoint('GET /api/experiments', { query: { archived: String(archived) }, signal }),
      placeholderData: keepPreviousData,
    }),
  get: (id: string) =>
    queryOptions({
      queryKey: [...keyOf.experiments(), 'one', id],
      queryFn: ({ signal }) => callEndpoint('GET /api/experiments/[id]', { params: { id }, signal }),
    }),
};
