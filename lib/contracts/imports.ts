import * as z from 'zod';
import { fileResult, importDetail, importSummary } from '../domain/import.ts';
import { instant, timed } from '../domain/instant.ts';
import { pageOf } from '../domain/page.ts';
import { issueLine } from '../domain/issue.ts';
import { upgrade } from '../domain/upgrade.ts';
import { defineEndpoint } from './endpoint.ts';

const none = z.object({});
const importParams = z.object({ id: z.string() });
const watched = timed({ path: z.string(), addedAt: instant, fromCommandLine: z.boolean(), problem: z.string().nullable() });

export const importEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/imports',
    summary: 'Past imports, newest first',
    params: none,
    query: z.object({ cursor: z.string().optional(), limit: z.coerce.number().int().min(1).max(100).default(20) }),
    body: z.null(),
    response: pageOf(importSummary),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/api/imports',
    summary: 'Opens an import. With a raw body (`?name=`) or multipart: imports it whole and answers the results',
    params: none,
    query: z.object({ name: z.string().max(4096).optional(), label: z.string().max(400).optional() }),
    body: z.null(),
    response: z.union([importDetail, z.object({ id: z.string() })]),
    transport: 'raw',
    status: 201,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/imports/[id]',
    summary: 'One import with the result of every file',
    params: importParams,
    query: none,
    body: z.null(),
    response: importDetail,
  }),
  cancel: defineEndpoint({
    method: 'DELETE',
    path: '/api/imports/[id]',
    summary: 'Cancels; what is stored by then stays and is whole',
    params: importParams,
    query: none,
    body: z.null(),
    response: importDetail,
  }),
  putFile: defineEndpoint({
    method: 'POST',
    path: '/api/imports/[id]/files',
    summary: 'One file as a raw body, streamed; answers its result when it is imported',
    params: importParams,
    query: z.object({ path: z.string().min(1).max(4096) }),
    body: z.null(),
    response: fileResult,
    transport: 'raw',
    status: 201,
  }),
  putFiles: defineEndpoint({
    method: 'POST',
    path: '/api/imports/[id]/batch',
    summary: 'Several files as a multipart form, a field `path` before each; answers their results in that order',
    params: importParams,
    query: none,
    body: z.null(),
    response: z.object({ results: z.array(fileResult) }),
    transport: 'raw',
    status: 201,
  }),
  finish: defineEndpoint({
    method: 'POST',
    path: '/api/imports/[id]/finish',
    summary: 'Closes the import and answers its results; `?results=none` leaves them out',
    params: importParams,
    query: z.object({ results: z.enum(['all', 'none']).default('all') }),
    body: z.null(),
    response: importDetail,
  }),
  issueLine: defineEndpoint({
    method: 'GET',
    path: '/api/sources/[id]/lines/[line]',
    summary: 'A line of a file that an issue of its import names: its first 64 kB',
    params: z.object({ id: z.string(), line: z.coerce.number().int().positive() }),
    query: none,
    body: z.null(),
    response: issueLine,
  }),
  getUpgrade: defineEndpoint({
    method: 'GET',
    path: '/api/upgrade',
    summary: 'Stored files that are decoded again after an update: how far that is',
    params: none,
    query: none,
    body: z.null(),
    response: z.object({ upgrade: upgrade.nullable() }),
  }),
  listWatched: defineEndpoint({
    method: 'GET',
    path: '/api/watched',
    summary: 'Folders that are followed, and agents’ folders found on this machine',
    params: none,
    query: none,
    body: z.null(),
    response: z.object({ watched: z.array(watched), found: z.array(z.object({ path: z.string(), label: z.string(), files: z.int() })) }),
  }),
  putWatched: defineEndpoint({
    method: 'PUT',
    path: '/api/watched',
    summary: 'Follows a folder: imports its files, and what is appended to them',
    params: none,
    query: none,
    body: z.object({ path: z.string().min(1).max(4096) }),
    response: z.object({ watched: z.array(watched) }),
  }),
  deleteWatched: defineEndpoint({
    method: 'DELETE',
    path: '/api/watched',
    summary: 'Stops following a folder; what was imported stays',
    params: none,
    query: z.object({ path: z.string().min(1) }),
    body: z.null(),
    response: z.object({ watched: z.array(watched) }),
  }),
};
