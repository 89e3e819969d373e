import * as z from 'zod';
import { given } from '../domain/measure.ts';
import { fileResult, importDetail, importSummary } from '../domain/import.ts';
import { instant, timed } from '../domain/instant.ts';
import { pageOf } from '../domain/page.ts';
import { issueLine } from '../domain/issue.ts';
import { upgrade } from '../domain/upgrade.ts';
import { defineEndpoint } from './endpoint.ts';

const none = z.object({});
const importParams = z.object({ id: z.string() });
const watched = timed({
  path: z.string(),
  addedAt: instant,
  fromCommandLine: z.boolean(),
  problem: z.string().nullable(),
  /** The import of its files was canceled, and the rest of them not read since. */
  isPartial: z.boolean(),
});

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
    summary: 'Opens an import. With a raw body (`?name=` is required) or multipart form, imports it and returns the results',
    params: none,
    query: z.object({ name: z.string().min(1).max(4096).optional(), label: z.string().max(400).optional() }),
    body: z.null(),
    response: z.union([importDetail, z.object({ id: z.string() })]),
    transport: 'raw',
    status: 201,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/imports/[id]',
    summary: 'One import with the result of each file',
    params: importParams,
    query: none,
    body: z.null(),
    response: importDetail,
  }),
  putUnsent: defineEndpoint({
    method: 'POST',
    path: '/api/imports/[id]/unsent',
    summary: 'Stops an import and names files that will not be sent, so that its results list them; cancel it after that',
    params: importParams,
    query: none,
    body: z.object({ files: z.array(z.object({ path: z.string().min(1).max(4096), bytes: given.count })).max(1_000) }),
    response: z.object({ files: z.int() }),
  }),
  cancel: defineEndpoint({
    method: 'DELETE',
    path: '/api/imports/[id]',
    summary:
      'Cancels an import, also one of a followed folder; everything stored so far stays, and files that were not read are listed as such',
    params: importParams,
    query: none,
    body: z.null(),
    response: importDetail,
  }),
  putFile: defineEndpoint({
    method: 'POST',
    path: '/api/imports/[id]/files',
    summary: 'Imports one file from a raw body, streamed; returns its result',
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
    summary: 'Imports several files from a multipart form, each preceded by a `path` field; returns their results in that order',
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
    summary: 'Closes the import and returns its results; `?results=none` omits them',
    params: importParams,
    query: z.object({ results: z.enum(['all', 'none']).default('all') }),
    body: z.null(),
    response: importDetail,
  }),
  issueLine: defineEndpoint({
    method: 'GET',
    path: '/api/sources/[id]/lines/[line]',
    summary: 'The first 64 kB of a line that an import issue refers to',
    params: z.object({ id: z.string(), line: z.coerce.number().int().positive() }),
    query: none,
    body: z.null(),
    response: issueLine,
  }),
  getUpgrade: defineEndpoint({
    method: 'GET',
    path: '/api/upgrade',
    summary: 'Progress of decoding stored files again after an upgrade',
    params: none,
    query: none,
    body: z.null(),
    response: z.object({ upgrade: upgrade.nullable() }),
  }),
  listWatched: defineEndpoint({
    method: 'GET',
    path: '/api/watched',
    summary: 'Followed folders',
    params: none,
    query: none,
    body: z.null(),
    response: z.object({ watched: z.array(watched) }),
  }),
  findAgentFolders: defineEndpoint({
    method: 'GET',
    path: '/api/watched/found',
    summary: 'Agent folders found on this machine with their sessions, the one with the newest first',
    params: none,
    query: none,
    body: z.null(),
    response: z.object({
      found: z.array(
        timed({ path: z.string(), label: z.string(), sessions: z.int(), files: z.int(), bytes: z.int(), newestAt: instant.nullable() }),
      ),
    }),
  }),
  previewWatched: defineEndpoint({
    method: 'GET',
    path: '/api/watched/preview',
    summary: 'What following a folder would read: its session files, and why it cannot or should not be followed',
    params: none,
    query: z.object({ path: z.string().min(1).max(4096) }),
    body: z.null(),
    response: z.object({
      path: z.string(),
      files: z.int(),
      bytes: z.int(),
      examples: z.array(z.string()),
      problem: z.string().nullable(),
      warning: z.string().nullable(),
    }),
  }),
  putWatched: defineEndpoint({
    method: 'PUT',
    path: '/api/watched',
    summary:
      'Follows a folder: imports its files now, the newest first, and whenever they grow. If that import was canceled, it goes on with the rest',
    params: none,
    query: none,
    /** `confirmed`: required of a folder whose preview has a warning. */
    body: z.object({ path: z.string().min(1).max(4096), confirmed: z.boolean().default(false) }),
    /** `importId`: null where no file was there to import, or the folder was followed before. */
    response: z.object({ watched: z.array(watched), importId: z.string().nullable() }),
  }),
  deleteWatched: defineEndpoint({
    method: 'DELETE',
    path: '/api/watched',
    summary: 'Stops following a folder; imported sessions stay',
    params: none,
    query: z.object({ path: z.string().min(1) }),
    body: z.null(),
    response: z.object({ watched: z.array(watched) }),
  }),
};
