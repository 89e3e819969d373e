import * as z from 'zod';
import { assessmentSeverity } from '../domain/assessment.ts';
import { observerPrecision } from '../domain/precision.ts';
import { observerEntry, observersConfig, trigger } from '../domain/observer-config.ts';
import { configState } from './config-state.ts';
import { defineEndpoint } from './endpoint.ts';

const none = z.object({});

/** A parameter of an observer, for a form: bounds and steps as its schema has them. */
const parameter = z.object({
  name: z.string(),
  description: z.string(),
  type: z.enum(['integer', 'number', 'boolean', 'choice', 'texts']),
  /** Whether null is a value, too. */
  nullable: z.boolean(),
  choices: z.array(z.string()).nullable(),
  least: z.number().nullable(),
  /** Whether the value must be over `least`. */
  leastExcluded: z.boolean(),
  most: z.number().nullable(),
});

const preset = z.object({ trigger, parameters: z.record(z.string(), z.unknown()) });

/** An observer that there is: what it looks for, its parameters, and what it found in the archive. */
const observerKind = z.object({
  id: z.string(),
  name: z.string(),
  version: z.int(),
  description: z.string(),
  /** Why it runs only where the configuration names it; null: it runs unless the configuration says otherwise. */
  offByDefault: z.string().nullable(),
  parameters: z.array(parameter),
  presets: z.object({ default: preset, seed: preset }),
  /** As it is configured; null: it is not. */
  entry: observerEntry.nullable(),
  /** Each finding of a session once, under the worst severity that it had. */
  found: z.array(z.object({ category: z.string(), severity: assessmentSeverity, sessions: z.int(), findings: z.int() })),
  /** How right it was, by what triage said of its groups. */
  triage: observerPrecision,
});

/** Who told observations and is none of the observers that look for themselves: an agent, a reviewer, a person. */
const reviewer = z.object({ id: z.string(), name: z.string(), groups: z.int(), triage: observerPrecision });

/** A category that is found in a session, with the worst severity that it has there. */
const trialFinding = z.object({ category: z.string(), severity: assessmentSeverity });

/**
 * Which sessions have findings now and would have them with the other parameters; a session stands in one list. At most 200 each,
 * kept ones that are otherwise first; counts are whole.
 */
const trialSession = z.object({
  sessionId: z.string(),
  title: z.string().nullable(),
  /** What the difference rests on: what is found now, and then, by category. */
  before: z.array(trialFinding),
  after: z.array(trialFinding),
});
/** Of groups with one label: how many are found now, how many would be found with the other parameters, and how many in both ways. */
const labelledGroups = z.object({ before: z.int(), after: z.int(), both: z.int() });

const trial = z.object({
  id: z.string(),
  status: z.enum(['running', 'done', 'cancelled', 'failed']),
  problem: z.string().nullable(),
  sessions: z.int(),
  sessionsDone: z.int(),
  callsDone: z.int(),
  /** `otherwise`: of those that are kept, those in which a category or its severity is another one. */
  counts: z.object({ gained: z.int(), lost: z.int(), kept: z.int(), otherwise: z.int() }),
  /** What the difference means for groups that triage called fixed or a false positive; others are not counted. */
  labelled: z.object({ fixed: labelledGroups, falsePositive: labelledGroups }),
  gained: z.array(trialSession),
  lost: z.array(trialSession),
  kept: z.array(trialSession),
});

export const observerEndpoints = {
  get: defineEndpoint({
    method: 'GET',
    path: '/api/observers',
    summary: 'The observers, their configuration, and how often each found what',
    params: none,
    query: none,
    body: z.null(),
    response: z.object({
      ...configState,
      /** Hash of the file; null: there is no such file yet, all is as usual. */
      revision: z.string().nullable(),
      config: observersConfig,
      observers: z.array(observerKind),
      /** The 100 with most groups. */
      reviewers: z.array(reviewer),
      /** Sessions whose observers did not yet see all, or are to look again; the work goes on by itself. */
      unobserved: z.int(),
      /** Sessions that were observed with another configuration; they stay so until a replay is asked for or they change. */
      otherwise: z.int(),
    }),
  }),
  put: defineEndpoint({
    method: 'PUT',
    path: '/api/observers',
    summary: 'Saves the configuration; 409 where the file changed since `revision`',
    params: none,
    query: none,
    body: z.object({ revision: z.string().nullable(), config: observersConfig }),
    /** `otherwise`: sessions that ran with another configuration so far. They are not replayed by that. */
    response: z.object({ revision: z.string(), otherwise: z.int() }),
  }),
  replay: defineEndpoint({
    method: 'POST',
    path: '/api/observers/replay',
    summary: 'Replays the sessions that were observed with another configuration than the one that holds',
    params: none,
    query: none,
    body: z.object({}),
    /** `marked`: sessions that are replayed by that; `unobserved`: all that wait for their observers now. */
    response: z.object({ marked: z.int(), unobserved: z.int() }),
  }),
  startTrial: defineEndpoint({
    method: 'POST',
    path: '/api/observers/trials',
    summary: 'Runs the observers over the archive with another configuration; nothing is written',
    params: none,
    query: none,
    body: z.object({ config: observersConfig }),
    response: z.object({ id: z.string() }),
    status: 201,
  }),
  getTrial: defineEndpoint({
    method: 'GET',
    path: '/api/observers/trials/[id]',
    summary: 'How far a trial is, and what would change',
    params: z.object({ id: z.string() }),
    query: none,
    body: z.null(),
    response: trial,
  }),
  cancelTrial: defineEndpoint({
    method: 'DELETE',
    path: '/api/observers/trials/[id]',
    summary: 'Ends a trial',
    params: z.object({ id: z.string() }),
    query: none,
    body: z.null(),
    response: trial,
  }),
};

export type TrialFinding = z.output<typeof trialFinding>;
export type TrialSession = z.output<typeof trialSession>;
export type Trial = z.output<typeof trial>;
export type ObserverKindShown = z.output<typeof observerKind>;
export type Reviewer = z.infer<typeof reviewer>;
