import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { EndpointName } from '../../contracts/index.ts';
import { callEndpoint } from '../call-endpoint.ts';
import { keyOf } from './key-of.ts';
import type { Query } from './query.ts';

export const rowsPerPage = 100;
/** Pages that are kept, and read again when something changed: enough for any screen and what is just above and below it. */
const maxPages = 6;
/** The cursors of a page and of all pages before it: the way back to those that were let go of. */
type Cursors = readonly string[];
const firstPage: Cursors = [''];
const inWindow = {
  initialPageParam: firstPage,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }, _: unknown, cursors: Cursors) =>
    nextCursor === null ? null : [...cursors, nextCursor],
  getPreviousPageParam: (_page: unknown, _pages: unknown, cursors: Cursors) => (cursors.length > 1 ? cursors.slice(0, -1) : null),
  maxPages: maxPages,
  placeholderData: keepPreviousData,
};
const groupPerPage = 20;
const sessionPerPage = 200;
type ListQuery<Name extends EndpointName> = Omit<Query<Name>, 'cursor' | 'limit'>;

/** Every question that pages ask about observations. A page begins where the one before ends; the first one has an empty cursor. */
export const observationQueries = {
  groups: (query: ListQuery<'GET /api/observations/groups'>) =>
    infiniteQueryOptions({
      queryKey: [...keyOf.observations(), 'groups', query],
      queryFn: ({ signal, pageParam }) =>
        callEndpoint('GET /api/observations/groups', {
          query: { ...query, cursor: pageParam.at(-1) || undefined, limit: rowsPerPage },
          signal,
        }),
      ...inWindow,
    }),
  list: (query: ListQuery<'GET /api/observations'>) =>
    infiniteQueryOptions({
      queryKey: [...keyOf.observations(), 'list', query],
      queryFn: ({ signal, pageParam }) =>
        callEndpoint('GET /api/observations', { query: { ...query, cursor: pageParam.at(-1) || undefined, limit: rowsPerPage }, signal }),
      ...inWindow,
    }),
  /** In which sessions something was found, newest first. */
  ofGroup: (fingerprint: string) =>
    infiniteQueryOptions({
      queryKey: [...keyOf.observations(), 'of-group', fingerprint],
      queryFn: ({ signal, pageParam }) => {
        const query = { fingerprint, sort: 'last_seen', cleared: 'true', cursor: pageParam || undefined, limit: groupPerPage } as const;
        return callEndpoint('GET /api/observations', { query, signal });
      },
      initialPageParam: '',
      getNextPageParam: ({ nextCursor }) => nextCursor,
    }),
  /** Observations of one session, the worst first; archived ones, too. */
  ofSession: (session: string) =>
    queryOptions({
      queryKey: [...keyOf.observations(), 'of-session', session],
      queryFn: ({ signal }) =>
        callEndpoint('GET /api/observations', { query: { session, cleared: 'true', limit: sessionPerPage }, signal }),
    }),
  facets: (query: Query<'GET /api/observations/facets'>) =>
    queryOptions({
      queryKey: [...keyOf.observations(), 'facets', query],
      queryFn: ({ signal }) => callEndpoint('GET /api/observations/facets', { query, signal }),
      placeholderData: keepPreviousData,
    }),
  /** Number of observations that are open or regressed, medium or worse. */
  openCount: () =>
    queryOptions({
      queryKey: [...keyOf.observations(), 'open-count'],
      queryFn: ({ signal }) => callEndpoint('GET /api/observations/attention', { signal }),
    }),
  candidates: (query: Query<'GET /api/observations/candidates'>) =>
    queryOptions({
      queryKey: [...keyOf.observations(), 'candidates', query],
      queryFn: ({ signal }) => callEndpoint('GET /api/observations/candidates', { query, signal }),
    }),
  views: () =>
    queryOptions({
      queryKey: [...keyOf.savedViews(), 'observations'],
      queryFn: ({ signal }) => callEndpoint('GET /api/observations/views', { signal }),
    }),
  group: (fingerprint: string, zone: number) =>
    queryOptions({
      queryKey: [...keyOf.observations(), 'group', fingerprint],
      queryFn: ({ signal }) =>
        callEndpoint('GET /api/observations/groups/[fingerprint]', { params: { fingerprint }, query: { zone }, signal }),
    }),
  get: (id: string) =>
    queryOptions({
      queryKey: [...keyOf.observations(), 'one', id],
      queryFn: ({ signal }) => callEndpoint('GET /api/observations/[id]', { params: { id }, signal }),
    }),
};
