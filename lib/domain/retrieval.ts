import * as z from 'zod';
import { assignment } from './experiment.ts';
import { instant, timed } from './instant.ts';
import { outcome } from './outcome.ts';
import { recordKind } from './record.ts';
import { hitSession } from './search.ts';

/**
 * How the work on a prompt ended: `succeeded` if the last call went well and an answer followed, `failed` if the last call failed, was
 * rejected or was interrupted, else `unknown`.
 */
export const turnEnd = z.enum(['succeeded', 'failed', 'unknown']);
export type TurnEnd = z.infer<typeof turnEnd>;

export const maxPromptChars = 20_000;

/** What to retrieve for a prompt. */
export const retrieveInput = z.object({
  prompt: z.string().max(maxPromptChars),
  /** Examples at most. */
  top_k: z.int().min(0).max(20).default(2),
  /** Least score, from 0 to 1: as a part of the best one’s. */
  min_score: z.number().min(0).max(1).default(0),
  /** Calls and results of each example. */
  continuation_limit: z.int().min(1).max(50).default(4),
  /** The current session, which never is an example. Defaults to `session_id`. */
  exclude_session_id: z.string().max(400).optional(),
  /** The session and turn that the examples are for: with both, what was given is recorded. */
  session_id: z.string().max(400).optional(),
  turn_idx: z.int().min(0).optional(),
  /** Only sessions of this project. */
  project: z.string().max(400).optional(),
  /** Gives prompts whose work failed, too, as warnings. */
  include_failed: z.boolean().default(false),
  /** With the score of each word, and with what was left out. */
  explain: z.boolean().default(false),
});
export type RetrieveInput = z.output<typeof retrieveInput>;

const step = z.object({
  recordId: z.string(),
  kind: recordKind,
  tool: z.string().nullable(),
  outcome: outcome.nullable(),
  text: z.string(),
});

const termScore = z.object({ term: z.string(), score: z.number() });
export type TermScore = z.infer<typeof termScore>;

/** A prompt that resembles the one that was asked for, and the calls and results that followed. Secrets are redacted. */
export const example = z.object({
  sessionId: z.string(),
  recordId: z.string(),
  turnIdx: z.int().nullable(),
  seq: z.int(),
  /** −bm25. */
  score: z.number(),
  /** As a part of the best one’s, from 0 to 1. */
  relativeScore: z.number(),
  prompt: z.string(),
  end: turnEnd,
  /** The first calls and results. */
  steps: z.array(step),
  /** Calls and results between those and the closing ones, which are left out. */
  between: z.int(),
  /** How it ended: the last call and its result, if they are further ones, and the answer after them. */
  closing: z.array(step),
  /** The score word by word; null unless `explain` asks for it. */
  terms: z.array(termScore).nullable(),
  session: hitSession.nullable(),
});
export type Example = z.infer<typeof example>;

/** Why a prompt that matches is no example. */
export const leftOutReason = z.enum(['same_session', 'no_calls', 'failed', 'low_score', 'over_limit', 'too_long', 'blocked']);
export type LeftOutReason = z.infer<typeof leftOutReason>;
const leftOut = z.object({
  sessionId: z.string(),
  recordId: z.string(),
  prompt: z.string(),
  score: z.number(),
  reason: leftOutReason,
  session: hitSession.nullable(),
});
export type LeftOut = z.infer<typeof leftOut>;

export const retrieveAnswer = z.object({
  examples: z.array(example),
  /** What an agent is given; null without examples. */
  section: z.string().nullable(),
  /** The best 50; null unless `explain` asks for them. */
  leftOut: z.array(leftOut).nullable(),
  tookMs: z.number(),
  /** The experiment that decided for the session; null: none did. Sessions of the control arm get no examples and no section. */
  experiment: assignment.nullable(),
  notes: z.array(z.string()),
});
export type RetrieveAnswer = z.infer<typeof retrieveAnswer>;

/** What was given for a turn, or would have been. */
export const retrieval = timed({
  sessionId: z.string(),
  turnIdx: z.int(),
  /** Of the prompt; null until the turn is in the archive. */
  recordId: z.string().nullable(),
  prompt: z.string(),
  source: z.enum(['hook', 'api', 'mcp', 'cli']),
  examples: z.array(z.object({ sessionId: z.string(), recordId: z.string(), score: z.number(), end: turnEnd })),
  sectionChars: z.int(),
  /** An experiment held it back: the agent got nothing. */
  withheld: z.boolean(),
  at: instant,
});
export type Retrieval = z.infer<typeof retrieval>;
