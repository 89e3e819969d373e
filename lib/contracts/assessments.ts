import * as z from 'zod';
import { assessment, episode, finding } from '../domain/assessment.ts';
import { instant, timed } from '../domain/instant.ts';
import { findingChange, liveAnswer, liveCalls } from '../domain/live-call.ts';
import { observerSnapshot } from '../domain/observer-snapshot.ts';
import { defineEndpoint } from './endpoint.ts';

const none = z.object({});
const sessionParams = z.object({ id: z.string() });
const atCall = z.coerce.number().int().min(0).optional();

/** State of one observer at a call. */
const observerAt = timed({
  observer: z.string(),
  observerName: z.string(),
  callsSinceAssessment: z.int(),
  lastAssessmentAt: instant.nullable(),
  lastAssessmentCall: z.int(),
  totalAssessments: z.int(),
  /** Active findings, each with its first call. */
  standing: z.array(z.object({ finding, sinceCall: z.int() })),
});

/** A finding with its observation, if any. */
const sessionEpisode = episode.extend({ observationId: z.string().nullable() });
export type SessionEpisode = z.output<typeof sessionEpisode>;

export const assessmentEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/sessions/[id]/assessments',
    summary: 'All assessments of a session, oldest first, and its findings with their first and last calls',
    params: sessionParams,
    query: z.object({ superseded: z.stringbool().default(false) }),
    body: z.null(),
    response: z.object({
      assessments: z.array(assessment),
      episodes: z.array(sessionEpisode),
      /** Last call that the observers saw; null if none. */
      observedTo: z.int().nullable(),
    }),
  }),
  state: defineEndpoint({
    method: 'GET',
    path: '/api/sessions/[id]/observers',
    summary: 'State of each observer at a call (default: the newest)',
    params: sessionParams,
    query: z.object({ at: atCall }),
    body: z.null(),
    response: z.object({ at: z.int(), observers: z.array(observerAt) }),
  }),
  markdown: defineEndpoint({
    method: 'GET',
    path: '/api/sessions/[id]/assessment.md',
    summary: 'The latest assessment file at or before a call (default: the newest); empty if there is none',
    params: sessionParams,
    query: z.object({ at: atCall }),
    body: z.null(),
    response: z.string(),
    transport: 'markdown',
  }),
  section: defineEndpoint({
    method: 'GET',
    path: '/api/sessions/[id]/section',
    summary: 'Active findings as a prompt section; empty if there are none',
    params: sessionParams,
    query: z.object({ at: atCall }),
    body: z.null(),
    response: z.string(),
    transport: 'markdown',
  }),
  diff: defineEndpoint({
    method: 'GET',
    path: '/api/sessions/[id]/assessments/diff',
    summary: 'Differences between the assessments active at two calls, and both as assessment.md',
    params: sessionParams,
    query: z.object({ from: z.coerce.number().int().min(0), to: z.coerce.number().int().min(0) }),
    body: z.null(),
    response: z.object({ findings: z.array(findingChange), before: z.string(), after: z.string() }),
  }),
  exportState: defineEndpoint({
    method: 'GET',
    path: '/api/sessions/[id]/observer-state',
    summary: 'A snapshot of the observers of a session at a call (default: the newest), to restore later',
    params: sessionParams,
    query: z.object({ at: atCall }),
    body: z.null(),
    response: observerSnapshot,
  }),
  restoreState: defineEndpoint({
    method: 'PUT',
    path: '/api/sessions/[id]/observer-state',
    summary: 'Restores observers from a snapshot and gives them the calls after it',
    params: sessionParams,
    query: none,
    body: observerSnapshot,
    /** Call of the restored state (null: before the first), and the last call seen since. */
    response: z.object({ callIndex: z.int().nullable(), observedTo: z.int().nullable() }),
  }),
  record: defineEndpoint({
    method: 'POST',
    path: '/api/sessions/[id]/tool-calls',
    summary: 'Records calls of a running session, runs the observers, and returns their feedback',
    params: sessionParams,
    query: none,
    body: liveCalls,
    response: liveAnswer,
    maxBodyBytes: 16 * 1024 * 1024,
    /** Arguments and results are whatever an agent's tools take and give. */
    anyDepth: true,
  }),
};

export type ObserverAt = z.output<typeof observerAt>;
