import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { contracts } from '../../contracts/index.ts';
import type { ExportFormat } from '../../domain/export.ts';
import { callEndpoint } from '../call-endpoint.ts';
import { keyOf } from './key-of.ts';
import type { Query } from './query.ts';

const { sessions } = contracts;

/** Every question that pages ask about sessions. */
export const sessionQueries = {
  list: (query: Query<typeof sessions.list>) =>
    queryOptions({
      queryKey: [...keyOf.sessions(), 'list', query],
      queryFn: ({ signal }) => callEndpoint(sessions.list, { query, signal }),
      placeholderData: keepPreviousData,
    }),
  facets: (query: Query<typeof sessions.facets> = {}) =>
    queryOptions({
      queryKey: [...keyOf.sessions(), 'facets', query],
      queryFn: ({ signal }) => callEndpoint(sessions.facets, { query, signal }),
    }),
  get: (id: string) =>
    queryOptions({
      queryKey: [...keyOf.session(id), 'detail'],
      queryFn: ({ signal }) => callEndpoint(sessions.get, { params: { id }, signal }),
    }),
  /** Not stale with its session: making it takes as long as the export. */
  previewExport: (id: string, format: ExportFormat) =>
    queryOptions({
      queryKey: ['export-preview', id, format],
      queryFn: ({ signal }) => callEndpoint(sessions.previewExport, { params: { id }, query: { format }, signal }),
      gcTime: 0,
    }),
  neighbors: (id: string, query: Query<typeof sessions.neighbors>) =>
    queryOptions({
      queryKey: [...keyOf.sessions(), 'neighbors', id, query],
      queryFn: ({ signal }) => callEndpoint(sessions.neighbors, { params: { id }, query, signal }),
    }),
  rows: (id: string, query: Query<typeof sessions.rows> = {}) =>
    queryOptions({
      queryKey: [...keyOf.session(id), 'rows', query],
      queryFn: ({ signal }) => callEndpoint(sessions.rows, { params: { id }, query, signal }),
    }),
  find: (id: string, query: Query<typeof sessions.find>) =>
    queryOptions({
      queryKey: [...keyOf.finds(), id, query],
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
