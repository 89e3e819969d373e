import * as z from 'zod';
import { given } from '../domain/measure.ts';
import {
  observation,
  observationCounts,
  observationDraft,
  observationFacets,
  observationGroup,
  observationSeverity,
  observationSort,
  observationView,
  resolutionReason,
  triageAction,
  occurrence,
} from '../domain/observation.ts';
import { observerPrecision } from '../domain/precision.ts';
import { walkablePageOf } from '../domain/page.ts';
import { actor, historyEntry, note, triageResult, triageTarget, undoResult } from '../domain/triage.ts';
import { maxSavedViews, savedView, shownList } from '../domain/saved-view.ts';
import { defineEndpoint } from './endpoint.ts';
import { observationFilterQuery } from './observation-filter-query.ts';
import { viewName, viewParams } from './view-fields.ts';

const none = z.object({});
const byId = z.object({ id: z.string() });
const byFingerprint = z.object({ fingerprint: z.string() });
const limit = (max: number, defaults: number) => z.coerce.number().int().min(1).max(max).default(defaults);
const by = actor.optional();
const maxBodyBytes = 32 * 1024 * 1024;

const pageQuery = {
  sort: observationSort.default('severity'),
  order: z.enum(['asc', 'desc']).default('desc'),
  cursor: z.string().optional(),
  limit: limit(200, 50),
};
/** Offset of the caller's clock from UTC, in minutes. */
const zone = z.coerce.number().int().min(-1_080).max(1_080).default(0);

/** `version`: what the caller saw; a mismatch gives 409 with the current state. */
const acting = { version: given.count.optional(), note: note.default(null), by };

/** `changeId` is for undo; null if nothing changed. */
const acted = z.object({ observation, changeId: z.string().nullable() });

/** A reported observation; its fingerprint derives from observer, category, content and source unless `metadata.fingerprint` is set. */
const { sourceType, sourceRef, metadata } = observationDraft.shape;
const reported = z.strictObject({
  ...observationDraft.shape,
  sourceType: sourceType.default('conversation'),
  sourceRef: sourceRef.default(null),
  metadata: metadata.default({}),
});

const resultSetPageOf = <Item extends z.ZodType>(item: Item) =>
  walkablePageOf(item).extend({
    /** Changes with the set of matches; pass it to an action on all matches. */
    resultSetHash: z.string(),
    counts: observationCounts,
  });

export const observationEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/observations',
    summary: 'Observations, filtered, sorted and paged in both directions, with counts over all matches',
    params: none,
    query: observationFilterQuery.extend(pageQuery),
    body: z.null(),
    response: resultSetPageOf(observation),
  }),
  groups: defineEndpoint({
    method: 'GET',
    path: '/api/observations/groups',
    summary: 'Groups of observations with the same fingerprint, across sessions',
    params: none,
    query: observationFilterQuery.extend({ ...pageQuery, zone }),
    body: z.null(),
    response: resultSetPageOf(observationGroup),
  }),
  facets: defineEndpoint({
    method: 'GET',
    path: '/api/observations/facets',
    summary: 'Facets: filter values with counts; each count ignores the filter on its own field',
    params: none,
    query: observationFilterQuery.extend({ view: observationView.default('groups') }),
    body: z.null(),
    response: observationFacets.extend({
      /** Statuses ignoring the filters on severity and status: of all, and of medium or higher. */
      statesOf: z.object({ all: observationFacets.shape.states, worse: observationFacets.shape.states }),
      /** Archived observations: matching the filter, and in total. */
      outOfSight: z.object({ matching: z.int(), all: z.int() }),
    }),
  }),
  attention: defineEndpoint({
    method: 'GET',
    path: '/api/observations/attention',
    summary: 'Number of groups that need review: open or regressed, severity medium or higher',
    params: none,
    query: none,
    body: z.null(),
    response: z.object({ count: z.int() }),
  }),
  listViews: defineEndpoint({
    method: 'GET',
    path: '/api/observations/views',
    summary: 'Saved views of observations by name; `shown` is null where this version cannot read what another one saved',
    params: none,
    query: none,
    body: z.null(),
    response: z.object({ views: z.array(savedView) }),
  }),
  saveView: defineEndpoint({
    method: 'PUT',
    path: '/api/observations/views/[id]',
    summary: `Saves a view under an id of your choice, or replaces it; names are unique, and there are at most ${maxSavedViews}`,
    params: viewParams,
    query: none,
    body: z.strictObject({ name: viewName, shown: shownList }),
    response: savedView,
  }),
  deleteView: defineEndpoint({
    method: 'DELETE',
    path: '/api/observations/views/[id]',
    summary: 'Deletes a saved view',
    params: viewParams,
    query: none,
    body: z.null(),
    response: z.object({ deleted: z.literal(true) }),
  }),
  candidates: defineEndpoint({
    method: 'GET',
    path: '/api/observations/candidates',
    summary: 'Groups or observations that a short id may mean: at most 10 whose id begins with it (6 characters or more)',
    params: none,
    query: z.object({ id: z.string().min(1).max(300), view: observationView.default('groups') }),
    body: z.null(),
    response: z.object({
      items: z.array(z.object({ id: z.string(), title: z.string(), severity: observationSeverity })),
      hasMore: z.boolean(),
    }),
  }),
  group: defineEndpoint({
    method: 'GET',
    path: '/api/observations/groups/[fingerprint]',
    summary: 'One group with its history, newest first, and the precision of its observer',
    params: byFingerprint,
    query: z.object({ zone }),
    body: z.null(),
    response: z.object({ group: observationGroup, history: z.array(historyEntry), precision: observerPrecision.nullable() }),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/observations/[id]',
    summary: 'One observation with its newest 100 occurrences and its history, newest first',
    params: byId,
    query: none,
    body: z.null(),
    response: z.object({ observation, occurrences: z.array(occurrence), history: z.array(historyEntry) }),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/api/observations',
    summary: 'Creates observations in one transaction',
    params: none,
    query: none,
    body: z.strictObject({ sessionId: z.string().nullable().default(null), by, observations: z.array(reported).min(1).max(10_000) }),
    response: z.object({ observations: z.array(observation) }),
    status: 201,
    maxBodyBytes,
  }),
  acknowledge: defineEndpoint({
    method: 'POST',
    path: '/api/observations/[id]/acknowledge',
    summary: 'Acknowledges an observation; idempotent',
    params: byId,
    query: none,
    body: z.strictObject(acting),
    response: acted,
    maxBodyBytes,
  }),
  resolve: defineEndpoint({
    method: 'POST',
    path: '/api/observations/[id]/resolve',
    summary: 'Resolves an observation with a reason',
    params: byId,
    query: none,
    body: z.strictObject({ ...acting, reason: resolutionReason.default('fixed') }),
    response: acted,
    maxBodyBytes,
  }),
  reopen: defineEndpoint({
    method: 'POST',
    path: '/api/observations/[id]/reopen',
    summary: 'Reopens an observation',
    params: byId,
    query: none,
    body: z.strictObject(acting),
    response: acted,
    maxBodyBytes,
  }),
  triage: defineEndpoint({
    method: 'POST',
    path: '/api/observations/triage',
    summary: 'Acknowledges, resolves or reopens a selection, or all matches, in one transaction',
    params: none,
    query: none,
    body: z.strictObject({
      action: triageAction,
      reason: resolutionReason.default('fixed'),
      note: note.default(null),
      by,
      target: triageTarget,
    }),
    response: triageResult,
    maxBodyBytes,
  }),
  undo: defineEndpoint({
    method: 'POST',
    path: '/api/observations/undo',
    summary: 'Undoes the changes of one request',
    params: none,
    query: none,
    body: z.strictObject({ changeId: z.string(), by }),
    response: undoResult,
  }),
  clearResolved: defineEndpoint({
    method: 'POST',
    path: '/api/observations/clear-resolved',
    summary: 'Archives resolved observations; nothing is deleted',
    params: none,
    query: none,
    body: z.strictObject({ sessionId: z.string().nullable().default(null), by }),
    response: z.object({ cleared: z.int(), /** For undo; null if there were none. */ changeId: z.string().nullable() }),
  }),
  tool: defineEndpoint({
    method: 'POST',
    path: '/api/tools/observations',
    summary: 'Observations tool for agents: create_batch, create, list, get, acknowledge, resolve, reopen, clear_resolved',
    params: none,
    query: none,
    /** Validated by the tool, which has its own error format. */
    body: z.unknown(),
    response: z.record(z.string(), z.unknown()),
    maxBodyBytes,
  }),
  export: defineEndpoint({
    method: 'GET',
    path: '/api/observations/export',
    summary: 'Exports observations as JSONL, oldest first, with secrets redacted unless include_secrets is true',
    params: none,
    query: observationFilterQuery.extend({ include_secrets: z.stringbool().default(false) }),
    body: z.null(),
    response: z.string(),
    transport: 'jsonl',
  }),
  import: defineEndpoint({
    method: 'POST',
    path: '/api/observations/import',
    summary: 'Imports observations from JSONL; stores valid lines and reports invalid ones by number',
    params: none,
    query: z.object({ session: z.string().optional() }),
    body: z.null(),
    response: z.object({
      created: z.int(),
      updated: z.int(),
      unchanged: z.int(),
      problems: z.array(z.object({ line: z.int(), message: z.string() })),
    }),
    transport: 'raw',
  }),
  section: defineEndpoint({
    method: 'GET',
    path: '/api/sessions/[id]/observations/section',
    summary: 'Open observations of a session as a prompt section; empty if there are none',
    params: byId,
    query: none,
    body: z.null(),
    response: z.string(),
    transport: 'markdown',
  }),
};
