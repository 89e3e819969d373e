import { queryOptions } from '@tanstack/react-query';
import { callEndpoint } from '../call-endpoint.ts';
import { keyOf } from './key-of.ts';

const busyMs = 700;
const quietMs = 5_000;
const trialMs = 300;

/** Every question that pages ask about observers. */
export const observerQueries = {
  /** The file is edited by hand too, of which nothing is announced: it is asked for again and again, sooner while sessions are replayed. */
  get: () =>
    queryOptions({
      queryKey: keyOf.observers(),
      queryFn: ({ signal }) => callEndpoint('GET /api/observers', { signal }),
      refetchInterval: ({ state }) => (state.data && state.data.unobserved > 0 ? busyMs : quietMs),
    }),
  trial: (id: string) =>
    queryOptions({
      queryKey: keyOf.trial(id),
      queryFn: ({ signal }) => callEndpoint('GET /api/observers/trials/[id]', { params: { id }, signal }),
      refetchInterval: ({ state }) => (state.data?.status === 'running' || (!state.data && !state.error) ? trialMs : false),
    }),
};
