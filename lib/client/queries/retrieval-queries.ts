import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { contracts } from '../../contracts/index.ts';
import { callEndpoint } from '../call-endpoint.ts';
import { keyOf } from './key-of.ts';

const { retrieval } = contracts;

/** Every question that pages ask about examples. */
export const retrievalQueries = {
  /** Asked without a turn, it records nothing. */
  examples: (body: z.input<typeof retrieval.retrieve.body>) =>
    queryOptions({
      queryKey: [...keyOf.search(), 'examples', body],
      queryFn: ({ signal }) => callEndpoint(retrieval.retrieve, { body, signal }),
      placeholderData: keepPreviousData,
    }),
  /** From the same file as the observers. */
  settings: () =>
    queryOptions({
      queryKey: [...keyOf.observers(), 'retrieval'],
      queryFn: ({ signal }) => callEndpoint(retrieval.settings, { signal }),
    }),
  /** For the turns of one session, the newest hundred. */
  ofSession: (session: string) =>
    queryOptions({
      queryKey: [...keyOf.retrievals(), session],
      queryFn: ({ signal }) => callEndpoint(retrieval.list, { query: { session, limit: 100 }, signal }),
    }),
  given: () =>
    infiniteQueryOptions({
      queryKey: [...keyOf.retrievals()],
      queryFn: ({ signal, pageParam }) => callEndpoint(retrieval.list, { query: { cursor: pageParam || undefined }, signal }),
      initialPageParam: '',
      getNextPageParam: ({ nextCursor }) => nextCursor,
    }),
};
