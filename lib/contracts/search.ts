import * as z from 'zod';
import { groupedAnswer, listedField, savedSearch, searchAnswer, searchFacets, searchValue } from '../domain/search.ts';
import { maxSavedQueryChars } from '../domain/search-names.ts';
import { defineEndpoint } from './endpoint.ts';

const none = z.object({});
const q = z.string().max(maxSavedQueryChars);
const pageFields = { cursor: z.string().max(400).optional(), limit: z.coerce.number().int().min(1).max(100).default(20) };
const savedParams = z.object({ id: z.string().regex(/^[\w-]{1,64}$/u) });

export const searchEndpoints = {
  search: defineEndpoint({
    method: 'GET',
    path: '/api/search',
    summary: 'Records and observations by words, phrases and conditions, best first',
    params: none,
    query: z.object({ q, ...pageFields }),
    body: z.null(),
    response: searchAnswer,
  }),
  sessions: defineEndpoint({
    method: 'GET',
    path: '/api/search/sessions',
    summary: 'The same grouped by session: sessions by their best match, each with its three best',
    params: none,
    query: z.object({ q, ...pageFields }),
    body: z.null(),
    response: groupedAnswer,
  }),
  facets: defineEndpoint({
    method: 'GET',
    path: '/api/search/facets',
    summary: 'Matches counted by kind, project and agent',
    params: none,
    query: z.object({ q }),
    body: z.null(),
    response: searchFacets,
  }),
  values: defineEndpoint({
    method: 'GET',
    path: '/api/search/values',
    summary: 'Names in the archive that contain a text, to complete a condition with, the most frequent first',
    params: none,
    query: z.object({
      field: listedField,
      contains: z.string().max(200).default(''),
      /** The query that it stands in: its words and other conditions hold. */
      q: q.default(''),
      limit: z.coerce.number().int().min(1).max(50).default(10),
    }),
    body: z.null(),
    response: z.object({ values: z.array(searchValue) }),
  }),
  listSaved: defineEndpoint({
    method: 'GET',
    path: '/api/searches',
    summary: 'Saved searches by name',
    params: none,
    query: none,
    body: z.null(),
    response: z.object({ searches: z.array(savedSearch) }),
  }),
  save: defineEndpoint({
    method: 'PUT',
    path: '/api/searches/[id]',
    summary: 'Saves a search under an id of your choice, or replaces it',
    params: savedParams,
    query: none,
    body: z.object({ name: z.string().trim().min(1).max(200), query: q.min(1) }),
    response: savedSearch,
  }),
  deleteSaved: defineEndpoint({
    method: 'DELETE',
    path: '/api/searches/[id]',
    summary: 'Deletes a saved search',
    params: savedParams,
    query: none,
    body: z.null(),
    response: z.object({ deleted: z.literal(true) }),
  }),
};
