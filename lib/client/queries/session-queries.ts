import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ExportFormat } from '../../domain/export.ts';
import { callEndpoint } from '../call-endpoint.ts';
import { keyOf } from './key-of.ts';
import type { Query } from './query.ts';

/** No change says that an agent has ended. */
const liveMs = 30_000;
const mayEnd = ({ live, silent }: { live: boolean; silent: boolean }): boolean => live || silent;

/** Every question that pages ask about sessions. */
export const sessionQueries = {
  list: (query: Query<'GET /api/sessions'>) =>
    queryOptions({
      queryKey: [...keyOf.sessions(), 'list', query],
      queryFn: ({ signal }) => callEndpoint('GET /api/sessions', { query, signal }),
      refetchInterval: ({ state }) => (state.data?.items.some(mayEnd) ? liveMs : false),
      placeholderData: keepPreviousData,
    }),
  views: () =>
    queryOptions({
      queryKey: [...keyOf.savedViews(), 'sessions'],
      queryFn: ({ signal }) => callEndpoint('GET /api/sessions/views', { signal }),
    }),
  facets: (query: Query<'GET /api/sessions/facets'> = {}) =>
    queryOptions({
      queryKey: [...keyOf.sessions(), 'facets', query],
      queryFn: ({ signal }) => callEndpoint('GET /api/sessions/facets', { query, signal }),
    }),
  candidates: (id: string) =>
    queryOptions({
      queryKey: [...keyOf.sessions(), 'candidates', id],
      queryFn: ({ signal }) => callEndpoint('GET /api/sessions/candidates', { query: { id }, signal }),
    }),
  get: (id: string) =>
    queryOptions({
      queryKey: [...keyOf.session(id), 'detail'],
      queryFn: ({ signal }) => callEndpoint('GET /api/sessions/[id]', { params: { id }, signal }),
      refetchInterval: ({ state }) => (state.data && mayEnd(state.data) ? liveMs : false),
    }),
  /** Not stale with its session: making it takes as long as the export. */
  previewExport: (id: string, format: ExportFormat) =>
    queryOptions({
      queryKey: ['export-preview', id, format],
      queryFn: ({ signal }) => callEndpoint('GET /api/sessions/[id]/export/preview', { params: { id }, query: { format }, signal }),
      gcTime: 0,
    }),
  neighbors: (id: string, query: Query<'GET /api/sessions/[id]/neighbors'>) =>
    queryOptions({
      queryKey: [...keyOf.sessions(), 'neighbors', id, query],
      queryFn: ({ signal }) => callEndpoint('GET /api/sessions/[id]/neighbors', { params: { id }, query, signal }),
    }),
  rows: (id: string, query: Query<'GET /api/sessions/[id]/rows'> = {}) =>
    queryOptions({
      queryKey: [...keyOf.session(id), 'rows', query],
      queryFn: ({ signal }) => callEndpoint('GET /api/sessions/[id]/rows', { params: { id }, query, signal }),
    }),
  find: (id: string, query: Query<'GET /api/sessions/[id]/find'>) =>
    queryOptions({
      queryKey: [...keyOf.finds(), id, query],
      queryFn: ({ signal }) => callEndpoint('GET /api/sessions/[id]/find', { params: { id }, query, signal }),
    }),
  incomplete: (id: string, query: Query<'GET /api/sessions/[id]/incomplete'>) =>
    queryOptions({
      queryKey: [...keyOf.session(id), 'incomplete', query],
      queryFn: ({ signal }) => callEndpoint('GET /api/sessions/[id]/incomplete', { params: { id }, query, signal }),
    }),
  turns: (id: string) =>
    queryOptions({
      queryKey: [...keyOf.session(id), 'turns'],
      queryFn: ({ signal }) => callEndpoint('GET /api/sessions/[id]/turns', { params: { id }, signal }),
    }),
  overview: (id: string, query: Query<'GET /api/sessions/[id]/overview'> = {}) =>
    queryOptions({
      queryKey: [...keyOf.session(id), 'overview', query],
      queryFn: ({ signal }) => callEndpoint('GET /api/sessions/[id]/overview', { params: { id }, query, signal }),
      placeholderData: keepPreviousData,
    }),
  toolCalls: (id: string, query: Query<'GET /api/sessions/[id]/tool-calls'> = {}) =>
    queryOptions({
      queryKey: [...keyOf.session(id), 'tool-calls', query],
      queryFn: ({ signal }) => callEndpoint('GET /api/sessions/[id]/tool-calls', { params: { id }, query, signal }),
    }),
  records: (id: string, query: Query<'GET /api/sessions/[id]/records'> = {}) =>
    queryOptions({
      queryKey: [...keyOf.session(id), 'records', query],
      queryFn: ({ signal }) => callEndpoint('GET /api/sessions/[id]/records', { params: { id }, query, signal }),
    }),
  record: (id: string, recordId: string, query: Query<'GET /api/sessions/[id]/records/[recordId]'> = {}) =>
    queryOptions({
      queryKey: [...keyOf.session(id), 'record', recordId, query],
      queryFn: ({ signal }) => callEndpoint('GET /api/sessions/[id]/records/[recordId]', { params: { id, recordId }, query, signal }),
    }),
  text: (id: string, recordId: string, query: Query<'GET /api/sessions/[id]/records/[recordId]/text'> = {}) =>
    queryOptions({
      queryKey: [...keyOf.session(id), 'text', recordId, query],
      queryFn: ({ signal }) => callEndpoint('GET /api/sessions/[id]/records/[recordId]/text', { params: { id, recordId }, query, signal }),
    }),
};
