import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { contracts } from '../contracts/index.ts';
import type { DeliveryState } from '../domain/delivery.ts';
import { callEndpoint } from './call-endpoint.ts';

const { sessions, assessments, imports, observations, deliveries, observers } = contracts;
type Query<E extends { query: z.ZodType }> = z.input<E['query']>;

/** Heads of query keys: what a change of a topic makes stale. */
export const keyOf = {
  sessions: () => ['sessions'] as const,
  session: (id: string) => ['session', id] as const,
  /** Not stale with its session: rows are spliced in from the last turn on. */
  timelineRows: (id: string) => ['timeline-rows', id] as const,
  /** Not stale with each record of its session, but when something was said. */
  assessments: (id: string) => ['assessments', id] as const,
  observations: () => ['observations'] as const,
  deliveries: () => ['deliveries'] as const,
  imports: () => ['imports'] as const,
  import: (id: string) => ['import', id] as const,
  watched: () => ['watched'] as const,
  observers: () => ['observers'] as const,
  trial: (id: string) => ['trial', id] as const,
};

/** Every question that pages ask about sessions. */
export const sessionQueries = {
  list: (query: Query<typeof sessions.list>) =>
    queryOptions({
      queryKey: [...keyOf.sessions(), 'list', query],
      queryFn: ({ signal }) => callEndpoint(sessions.list, { query, signal }),
      placeholderData: keepPreviousData,
    }),
  facets: () =>
    queryOptions({
      queryKey: [...keyOf.sessions(), 'facets'],
      queryFn: ({ signal }) => callEndpoint(sessions.facets, { signal }),
    }),
  get: (id: string) =>
    queryOptions({
      queryKey: [...keyOf.session(id), 'detail'],
      queryFn: ({ signal }) => callEndpoint(sessions.get, { params: { id }, signal }),
    }),
  rows: (id: string, query: Query<typeof sessions.rows> = {}) =>
    queryOptions({
      queryKey: [...keyOf.session(id), 'rows', query],
      queryFn: ({ signal }) => callEndpoint(sessions.rows, { params: { id }, query, signal }),
    }),
  find: (id: string, query: Query<typeof sessions.find>) =>
    queryOptions({
      queryKey: [...keyOf.session(id), 'find', query],
      queryFn: ({ signal }) => callEndpoint(sessions.find, { params: { id }, query, signal }),
    }),
  incomplete: (id: string, query: Query<typeof sessions.incomplete>) =>
    queryOptions({
      queryKey: [...keyOf.session(id), 'incomplete', query],
      queryFn: ({ signal }) => callEndpoint(sessions.incomplete, { params: { id }, query, signal }),
    }),
  turns: (id: string) =>
    queryOptions({
      queryKey: [...keyOf.session(id), 'turns'],
      queryFn: ({ signal }) => callEndpoint(sessions.turns, { params: { id }, signal }),
    }),
  overview: (id: string, query: Query<typeof sessions.overview> = {}) =>
    queryOptions({
      queryKey: [...keyOf.session(id), 'overview', query],
      queryFn: ({ signal }) => callEndpoint(sessions.overview, { params: { id }, query, signal }),
      placeholderData: keepPreviousData,
    }),
  toolCalls: (id: string, query: Query<typeof sessions.toolCalls> = {}) =>
    queryOptions({
      queryKey: [...keyOf.session(id), 'tool-calls', query],
      queryFn: ({ signal }) => callEndpoint(sessions.toolCalls, { params: { id }, query, signal }),
    }),
  records: (id: string, query: Query<typeof sessions.records> = {}) =>
    queryOptions({
      queryKey: [...keyOf.session(id), 'records', query],
      queryFn: ({ signal }) => callEndpoint(sessions.records, { params: { id }, query, signal }),
    }),
  record: (id: string, recordId: string, query: Query<typeof sessions.record> = {}) =>
    queryOptions({
      queryKey: [...keyOf.session(id), 'record', recordId, query],
      queryFn: ({ signal }) => callEndpoint(sessions.record, { params: { id, recordId }, query, signal }),
    }),
  text: (id: string, recordId: string, query: Query<typeof sessions.text> = {}) =>
    queryOptions({
      queryKey: [...keyOf.session(id), 'text', recordId, query],
      queryFn: ({ signal }) => callEndpoint(sessions.text, { params: { id, recordId }, query, signal }),
    }),
};

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

/** Every question that pages ask about imports and folders. */
export const importQueries = {
  list: (query: Query<typeof imports.list> = {}) =>
    queryOptions({
      queryKey: [...keyOf.imports(), 'list', query],
      queryFn: ({ signal }) => callEndpoint(imports.list, { query, signal }),
    }),
  get: (id: string) =>
    queryOptions({
      queryKey: keyOf.import(id),
      queryFn: ({ signal }) => callEndpoint(imports.get, { params: { id }, signal }),
    }),
  issueLine: (sourceId: string, line: number) =>
    queryOptions({
      queryKey: ['issue-line', sourceId, line] as const,
      queryFn: ({ signal }) => callEndpoint(imports.issueLine, { params: { id: sourceId, line: String(line) }, signal }),
      staleTime: Infinity,
      gcTime: 5_000,
    }),
  watched: () =>
    queryOptions({
      queryKey: keyOf.watched(),
      queryFn: ({ signal }) => callEndpoint(imports.listWatched, { signal }),
    }),
};

const busyMs = 700;
const quietMs = 5_000;
const trialMs = 300;

/** Every question that pages ask about observers. */
export const observerQueries = {
  /** The file is edited by hand too, of which nothing is announced: it is asked for again and again, sooner while sessions are replayed. */
  get: () =>
    queryOptions({
      queryKey: keyOf.observers(),
      queryFn: ({ signal }) => callEndpoint(observers.get, { signal }),
      refetchInterval: ({ state }) => (state.data && state.data.unobserved > 0 ? busyMs : quietMs),
    }),
  trial: (id: string) =>
    queryOptions({
      queryKey: keyOf.trial(id),
      queryFn: ({ signal }) => callEndpoint(observers.getTrial, { params: { id }, signal }),
      refetchInterval: ({ state }) => (state.data?.status === 'running' || (!state.data && !state.error) ? trialMs : false),
    }),
};

export const rowsPerPage = 100;
/** Pages that are kept, and read again when something changed: enough for any screen and what is just above and below it. */
const mostPages = 6;
/** The cursors of a page and of all pages before it: the way back to those that were let go of. */
type Cursors = readonly string[];
const firstPage: Cursors = [''];
const inWindow = {
  initialPageParam: firstPage,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }, _: unknown, cursors: Cursors) =>
    nextCursor === null ? null : [...cursors, nextCursor],
  getPreviousPageParam: (_page: unknown, _pages: unknown, cursors: Cursors) => (cursors.length > 1 ? cursors.slice(0, -1) : null),
  maxPages: mostPages,
  placeholderData: keepPreviousData,
};
const groupPerPage = 20;
type ListQuery<E extends { query: z.ZodType }> = Omit<Query<E>, 'cursor' | 'limit'>;

/** Every question that pages ask about observations. A page begins where the one before ends; the first one has an empty cursor. */
export const observationQueries = {
  groups: (query: ListQuery<typeof observations.groups>) =>
    infiniteQueryOptions({
      queryKey: [...keyOf.observations(), 'groups', query],
      queryFn: ({ signal, pageParam }) =>
        callEndpoint(observations.groups, { query: { ...query, cursor: pageParam.at(-1) || undefined, limit: rowsPerPage }, signal }),
      ...inWindow,
    }),
  list: (query: ListQuery<typeof observations.list>) =>
    infiniteQueryOptions({
      queryKey: [...keyOf.observations(), 'list', query],
      queryFn: ({ signal, pageParam }) =>
        callEndpoint(observations.list, { query: { ...query, cursor: pageParam.at(-1) || undefined, limit: rowsPerPage }, signal }),
      ...inWindow,
    }),
  /** In which sessions something was found, newest first. */
  ofGroup: (fingerprint: string) =>
    infiniteQueryOptions({
      queryKey: [...keyOf.observations(), 'of-group', fingerprint],
      queryFn: ({ signal, pageParam }) => {
        const query = { fingerprint, sort: 'last_seen', cleared: 'true', cursor: pageParam || undefined, limit: groupPerPage } as const;
        return callEndpoint(observations.list, { query, signal });
      },
      initialPageParam: '',
      getNextPageParam: ({ nextCursor }) => nextCursor,
    }),
  facets: (query: Query<typeof observations.facets>) =>
    queryOptions({
      queryKey: [...keyOf.observations(), 'facets', query],
      queryFn: ({ signal }) => callEndpoint(observations.facets, { query, signal }),
      placeholderData: keepPreviousData,
    }),
  /** Of those that are open or regressed, medium or worse. */
  openCount: () =>
    queryOptions({
      queryKey: [...keyOf.observations(), 'open-count'],
      queryFn: ({ signal }) => callEndpoint(observations.attention, { signal }),
    }),
  group: (fingerprint: string, zone: number) =>
    queryOptions({
      queryKey: [...keyOf.observations(), 'group', fingerprint],
      queryFn: ({ signal }) => callEndpoint(observations.group, { params: { fingerprint }, query: { zone }, signal }),
    }),
  get: (id: string) =>
    queryOptions({
      queryKey: [...keyOf.observations(), 'one', id],
      queryFn: ({ signal }) => callEndpoint(observations.get, { params: { id }, signal }),
    }),
};

const mostDeliveries = 200;

/** What goes out, and where to. */
export const deliveryQueries = {
  list: (state: DeliveryState) =>
    queryOptions({
      queryKey: [...keyOf.deliveries(), 'list', state],
      queryFn: ({ signal }) => callEndpoint(deliveries.list, { query: { state, limit: mostDeliveries }, signal }),
      placeholderData: keepPreviousData,
    }),
};
