import * as z from 'zod';
import { outcome } from '../domain/outcome.ts';
import { overview } from '../domain/overview.ts';
import { walkablePageOf } from '../domain/page.ts';
import { record } from '../domain/record.ts';
import { rowIndex } from '../domain/row.ts';
import { exportFormat, exportPreview } from '../domain/export.ts';
import { instant, timed } from '../domain/instant.ts';
import { facet, session, sessionFacets, sessionFields, sessionFilter, sessionSort } from '../domain/session.ts';
import { maxNoteChars } from '../domain/session-names.ts';
import { toolCall } from '../domain/tool-call.ts';
import { turn } from '../domain/turn.ts';
import { maxSavedViews, savedSessionView, shownSessions } from '../domain/saved-view.ts';
import { defineEndpoint } from './endpoint.ts';
import { viewName, viewParams } from './view-fields.ts';

const none = z.object({});
const sessionParams = z.object({ id: z.string() });
const recordParams = z.object({ id: z.string(), recordId: z.string() });
/** A session with its agent's name as people write it. */
const listedFields = {
  ...sessionFields,
  agentLabel: z.string(),
  /** Its agent runs now: it, or a subagent of it, wrote a record in the last two minutes, or waits for a call and its process exists. */
  live: z.boolean(),
  /** It waits for a call, no record came in the last two minutes, and whether its process exists is not known. */
  silent: z.boolean(),
};
const listedSession = timed(listedFields);
const limit = (max: number, defaults: number) => z.coerce.number().int().min(1).max(max).default(defaults);

const listQuery = sessionFilter.extend({ sort: sessionSort.default('started'), order: z.enum(['asc', 'desc']).default('desc') });

export const sessionEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/sessions',
    summary: 'Sessions, filtered, sorted and paged by cursor in both directions',
    params: none,
    query: listQuery.extend({ cursor: z.string().optional(), limit: limit(200, 50) }),
    body: z.null(),
    response: walkablePageOf(listedSession),
  }),
  facets: defineEndpoint({
    method: 'GET',
    path: '/api/sessions/facets',
    summary: 'Facets: values to filter sessions by, with counts',
    params: none,
    query: sessionFilter.pick({ hidesDemo: true }),
    body: z.null(),
    response: sessionFacets.extend({ families: z.array(facet.extend({ label: z.string() })) }),
  }),
  candidates: defineEndpoint({
    method: 'GET',
    path: '/api/sessions/candidates',
    summary:
      "Sessions that a short id may mean: one that begins with it (6 characters or more), or whose agent's id does (8 or more); at most 10 of `total`, the newest first",
    params: none,
    query: z.object({ id: z.string().min(1).max(300) }),
    body: z.null(),
    response: z.object({ items: z.array(listedSession), total: z.int() }),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/sessions/[id]',
    summary: 'One session; `id` is a session id or `family:nativeId`',
    params: sessionParams,
    query: none,
    body: z.null(),
    response: timed({
      ...listedFields,
      children: z.array(session),
      pricesAsOf: z.iso.date(),
      /** Command that resumes the session, in the folder that it ran in; null if its agent cannot resume. */
      resumeCommand: z.string().nullable(),
    }),
  }),
  neighbors: defineEndpoint({
    method: 'GET',
    path: '/api/sessions/[id]/neighbors',
    summary: 'Ids of the sessions before and after one in a list, filtered and sorted as that is; null at either end, and for a subagent',
    params: sessionParams,
    query: listQuery,
    body: z.null(),
    response: z.object({ previousId: z.string().nullable(), nextId: z.string().nullable() }),
  }),
  listViews: defineEndpoint({
    method: 'GET',
    path: '/api/sessions/views',
    summary: 'Saved views of sessions by name; `list` is the query of the address at which /sessions shows one',
    params: none,
    query: none,
    body: z.null(),
    response: z.object({ views: z.array(savedSessionView) }),
  }),
  saveView: defineEndpoint({
    method: 'PUT',
    path: '/api/sessions/views/[id]',
    summary: `Saves a view under an id of your choice, or replaces it; names are unique, and with those of observations there are at most ${maxSavedViews}`,
    params: viewParams,
    query: none,
    body: z.strictObject({ name: viewName, shown: shownSessions }),
    response: savedSessionView,
  }),
  deleteView: defineEndpoint({
    method: 'DELETE',
    path: '/api/sessions/views/[id]',
    summary: 'Deletes a saved view',
    params: viewParams,
    query: none,
    body: z.null(),
    response: z.object({ deleted: z.literal(true) }),
  }),
  star: defineEndpoint({
    method: 'PUT',
    path: '/api/sessions/[id]/star',
    summary: 'Stars a session, or takes its star away',
    params: sessionParams,
    query: none,
    body: z.object({ starred: z.boolean() }),
    response: timed({ starredAt: instant.nullable() }),
  }),
  end: defineEndpoint({
    method: 'PUT',
    path: '/api/sessions/[id]/ended',
    summary:
      'Marks a session and its subagents as ended: they are not live, and nothing waits for their open calls. Later records make them live again',
    params: sessionParams,
    query: none,
    body: z.null(),
    response: timed({ markedEndedAt: instant.nullable() }),
  }),
  unend: defineEndpoint({
    method: 'DELETE',
    path: '/api/sessions/[id]/ended',
    summary: 'Takes back that a session was marked as ended; fails for a subagent that ended with the session that started it',
    params: sessionParams,
    query: none,
    body: z.null(),
    response: timed({ markedEndedAt: instant.nullable() }),
  }),
  note: defineEndpoint({
    method: 'PUT',
    path: '/api/sessions/[id]/note',
    summary: 'Writes a note about a session, as plain text; a blank one removes it',
    params: sessionParams,
    query: none,
    body: z.object({ note: z.string().max(maxNoteChars) }),
    response: z.object({ note: z.string().nullable() }),
  }),
  records: defineEndpoint({
    method: 'GET',
    path: '/api/sessions/[id]/records',
    summary: 'A window of records, starting at position `from` or centered on the record `around`',
    params: sessionParams,
    query: z.object({
      from: z.coerce.number().int().min(0).optional(),
      around: z.string().optional(),
      limit: limit(500, 100),
    }),
    body: z.null(),
    response: z.object({ from: z.int(), total: z.int(), records: z.array(record) }),
  }),
  record: defineEndpoint({
    method: 'GET',
    path: '/api/sessions/[id]/records/[recordId]',
    summary: 'One record with its raw line',
    params: recordParams,
    query: z.object({ rawFrom: z.coerce.number().int().min(0).default(0), rawLength: limit(4_194_304, 65_536) }),
    body: z.null(),
    response: z.object({
      record,
      /** `replaced`: the file was rewritten, and the line is gone. */
      rawStatus: z.enum(['kept', 'replaced', 'not_kept']),
      raw: z.object({ text: z.string(), totalChars: z.int(), bytes: z.int(), path: z.string(), line: z.int() }).nullable(),
    }),
  }),
  image: defineEndpoint({
    method: 'GET',
    path: '/api/sessions/[id]/records/[recordId]/attachments/[number]',
    summary: 'An attached image, by its number from 0, out of the raw line: PNG, JPEG, GIF or WebP of at most 20 MB',
    params: recordParams.extend({ number: z.coerce.number().int().min(0) }),
    query: none,
    body: z.null(),
    response: z.unknown(),
    transport: 'image',
  }),
  text: defineEndpoint({
    method: 'GET',
    path: '/api/sessions/[id]/records/[recordId]/text',
    summary: 'A slice of the full text of a record; offsets in characters',
    params: recordParams,
    query: z.object({
      part: z.enum(['text', 'params']).default('text'),
      from: z.coerce.number().int().min(0).default(0),
      length: limit(4_194_304, 262_144),
    }),
    body: z.null(),
    response: z.object({ text: z.string(), totalChars: z.int() }),
  }),
  find: defineEndpoint({
    method: 'GET',
    path: '/api/sessions/[id]/find',
    summary:
      'Records that contain a text, ignoring case: position and call number (0: none) of each after `after`. `total` counts all, a call with its result as one. With `subagents`, also those of subagents, after the call that started each: `agents` gives the place of a record’s session in `subagents`, from 1 (0: the session itself), and `subagents` lists the calls that lead there; `after` is then refused',
    params: sessionParams,
    query: z.object({
      q: z.string().min(1).max(500),
      after: z.coerce.number().int().min(-1).default(-1),
      limit: limit(20_000, 5_000),
      subagents: z.stringbool().default(false),
    }),
    body: z.null(),
    response: z.object({
      total: z.int(),
      seqs: z.array(z.int()),
      calls: z.array(z.int()),
      agents: z.array(z.int()),
      subagents: z.array(z.array(z.object({ sessionId: z.string(), call: z.int(), seq: z.int() }))),
    }),
  }),
  incomplete: defineEndpoint({
    method: 'GET',
    path: '/api/sessions/[id]/incomplete',
    summary:
      'The next unknown record, or the next call without a result, after `after` with wraparound: position and call number (0: none)',
    params: sessionParams,
    query: z.object({ what: z.enum(['unknown', 'orphan']), after: z.coerce.number().int().min(-1).default(-1) }),
    body: z.null(),
    response: z.object({ found: z.object({ seq: z.int(), call: z.int() }).nullable() }),
  }),
  rows: defineEndpoint({
    method: 'GET',
    path: '/api/sessions/[id]/rows',
    summary: 'Row index of the transcript, starting at a turn',
    params: sessionParams,
    query: z.object({ fromTurn: z.coerce.number().int().min(0).default(0) }),
    body: z.null(),
    response: rowIndex,
  }),
  turns: defineEndpoint({
    method: 'GET',
    path: '/api/sessions/[id]/turns',
    summary: 'Turns with their counts',
    params: sessionParams,
    query: none,
    body: z.null(),
    response: z.object({ turns: z.array(turn) }),
  }),
  toolCalls: defineEndpoint({
    method: 'GET',
    path: '/api/sessions/[id]/tool-calls',
    summary: 'A window of tool calls by call index, or the nearest call with an outcome',
    params: sessionParams,
    query: z.object({
      from: z.coerce.number().int().min(0).default(1),
      limit: limit(500, 100),
      outcome: outcome.optional(),
      direction: z.enum(['next', 'previous']).default('next'),
    }),
    body: z.null(),
    response: z.object({ toolCalls: z.array(toolCall) }),
  }),
  overview: defineEndpoint({
    method: 'GET',
    path: '/api/sessions/[id]/overview',
    summary: 'Overview strip, bucketed into at most `ticks` ticks',
    params: sessionParams,
    query: z.object({
      from: z.coerce.number().int().min(1).optional(),
      to: z.coerce.number().int().min(1).optional(),
      ticks: limit(4_000, 700),
    }),
    body: z.null(),
    response: overview,
  }),
  export: defineEndpoint({
    method: 'GET',
    path: '/api/sessions/[id]/export',
    summary:
      'A session as a file: its original lines, Markdown, ATIF or one HTML page; secrets are replaced unless `include_secrets` is true',
    params: sessionParams,
    query: z.object({ format: exportFormat, include_secrets: z.stringbool().default(false) }),
    body: z.null(),
    response: z.string(),
    transport: 'file',
  }),
  previewExport: defineEndpoint({
    method: 'GET',
    path: '/api/sessions/[id]/export/preview',
    summary: 'The size of an export without secrets, what it replaces by rule, and the first places',
    params: sessionParams,
    query: z.object({ format: exportFormat }),
    body: z.null(),
    response: exportPreview,
  }),
  deleteSynthetic: defineEndpoint({
    method: 'DELETE',
    path: '/api/demo',
    summary: 'Deletes the synthetic demo sessions',
    params: none,
    query: none,
    body: z.null(),
    response: z.object({ removed: z.int() }),
  }),
  createSynthetic: defineEndpoint({
    method: 'POST',
    path: '/api/demo',
    summary: 'Creates and imports the synthetic demo sessions',
    params: none,
    query: none,
    body: z.null(),
    response: z.object({ importId: z.string() }),
    status: 201,
  }),
};

export type ListedSession = z.output<typeof listedSession>;
export type ListedFacets = z.output<typeof sessionEndpoints.facets.response>;
export type SessionDetail = z.output<typeof sessionEndpoints.get.response>;
