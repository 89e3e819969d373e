import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callEndpoint, type EndpointInput } from '../call-endpoint.ts';
import { keyOf } from './key-of.ts';

/** Every question that pages ask about examples. */
export const retrievalQueries = {
  /** Asked without a turn, it records nothing. */
  examples: (body: EndpointInput<'POST /api/retrieve'>['body']) =>
    queryOptions({
      queryKey: [...keyOf.search(), 'examples', body],
      queryFn: ({ signal }) => callEndpoint('POST /api/retrieve', { body, signal }),
      placeholderData: keepPreviousData,
    }),
  /** From the same file as the observers. */
  settings: () =>
    queryOptions({
      queryKey: [...keyOf.observers(), 'retrieval'],
      queryFn: ({ signal }) => callEndpoint('GET /api/retrieve/settings', { signal }),
    }),
  /** For the turns of one session, the newest hundred. */
  ofSession: (session: string) =>
    queryOptions({
      queryKey: [...keyOf.retrievals(), session],
      queryFn: ({ signal }) => callEndpoint('GET /api/retrievals', { query: { session, limit: 100 }, signal }),
    }),
  given: () =>
    infiniteQueryOptions({
      queryKey: [...keyOf.retrievals()],
      queryFn: ({ signal, pageParam }) => callEndpoint('GET /api/retrievals', { query: { cursor: pageParam || undefined }, signal }),
      initialPageParam: '',
      getNextPageParam: ({ nextCursor }) => nextCursor,
    }),
};
