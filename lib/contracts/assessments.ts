import * as z from 'zod';
import { assessment, episode, finding } from '../domain/assessment.ts';
import { instant, timed } from '../domain/instant.ts';
import { findingChange, liveAnswer, liveCalls } from '../domain/live-call.ts';
import { observerSnapshot } from '../domain/observer-snapshot.ts';
import { defineEndpoint } from './endpoint.ts';

const none = z.object({});
const sessionParams = z.object({ id: z.string() });
const atCall = z.coerce.number().int().min(0).optional();

/** One observer of a session as of a call. */
const observerAt = timed({
  observer: z.string(),
  observerName: z.string(),
  callsSinceAssessment: z.int(),
  lastAssessmentAt: instant.nullable(),
  lastAssessmentCall: z.int(),
  totalAssessments: z.int(),
  /** Findings that stand, with the call at which each was first said. */
  standing: z.array(z.object({ finding, sinceCall: z.int() })),
});

/** A finding of a session, with the observation that people triage; null: there is none. */
const sessionEpisode = episode.extend({ observationId: z.string().nullable() });
export type SessionEpisode = z.output<typeof sessionEpisode>;

export const assessmentEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/sessions/[id]/assessments',
    summary: 'All assessments of a session, oldest first, and its findings from where each began to where it ended',
    params: sessionParams,
    query: z.object({ superseded: z.stringbool().default(false) }),
    body: z.null(),
    response: z.object({
      assessments: z.array(assessment),
      episodes: z.array(sessionEpisode),
      /** The last call that the observers saw; null: none yet. */
      observedTo: z.int().nullable(),
    }),
  }),
  state: defineEndpoint({
    method: 'GET',
    path: '/api/sessions/[id]/observers',
    summary: 'The state of each observer as of a call (the newest, if none is named)',
    params: sessionParams,
    query: z.object({ at: atCall }),
    body: z.null(),
    response: z.object({ at: z.int(), observers: z.array(observerAt) }),
  }),
  markdown: defineEndpoint({
    method: 'GET',
    path: '/api/sessions/[id]/assessment.md',
    summary: 'The last assessment file at or before a call (the newest, if none is named); empty where there is none',
    params: sessionParams,
    query: z.object({ at: atCall }),
    body: z.null(),
    response: z.string(),
    transport: 'markdown',
  }),
  section: defineEndpoint({
    method: 'GET',
    path: '/api/sessions/[id]/section',
    summary: 'What stands as a section for a prompt; empty when there is nothing to say',
    params: sessionParams,
    query: z.object({ at: atCall }),
    body: z.null(),
    response: z.string(),
    transport: 'markdown',
  }),
  diff: defineEndpoint({
    method: 'GET',
    path: '/api/sessions/[id]/assessments/diff',
    summary: 'How the findings differ between the assessments in force at two calls, and both as assessment.md',
    params: sessionParams,
    query: z.object({ from: z.coerce.number().int().min(0), to: z.coerce.number().int().min(0) }),
    body: z.null(),
    response: z.object({ findings: z.array(findingChange), before: z.string(), after: z.string() }),
  }),
  exportState: defineEndpoint({
    method: 'GET',
    path: '/api/sessions/[id]/observer-state',
    summary: 'All that the observers keep of a session as of a call (the newest, if none is named), to be put back later',
    params: sessionParams,
    query: z.object({ at: atCall }),
    body: z.null(),
    response: observerSnapshot,
  }),
  restoreState: defineEndpoint({
    method: 'PUT',
    path: '/api/sessions/[id]/observer-state',
    summary: 'Puts the observers where they stood, and gives them the calls behind that',
    params: sessionParams,
    query: none,
    body: observerSnapshot,
    /** The call at which they were put (null: before the first), and the last one that they have seen since. */
    response: z.object({ callIndex: z.int().nullable(), observedTo: z.int().nullable() }),
  }),
  record: defineEndpoint({
    method: 'POST',
    path: '/api/sessions/[id]/tool-calls',
    summary: 'Records calls of a running session, runs the observers, and answers what they say',
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
