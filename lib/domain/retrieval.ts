import * as z from 'zod';
import { given } from './measure.ts';
import { assignment } from './experiment.ts';
import { instant, timed } from './instant.ts';
import { outcome } from './outcome.ts';
import { recordKind } from './record.ts';
import { hitSession } from './search.ts';

/**
 * How the work on a prompt ended. Where neither a report nor a check says it: `succeeded` if the last call went well and an answer
 * followed, `failed` if the last call failed, else `unknown`, also where it was rejected, denied or interrupted.
 */
export const turnResult = z.enum(['succeeded', 'failed', 'unknown']);
export type TurnResult = z.infer<typeof turnResult>;
/**
 * How that is known: by a `reward`, whether the turn was reported as `completed`, the session's `exit_status`, the next prompt, which says
 * that it was wrong (`refuted`), the `verification` of its changes, or the `last_call`.
 */
export const resultBasis = z.enum(['reward', 'completed', 'exit_status', 'refuted', 'verification', 'last_call']);
export type ResultBasis = z.infer<typeof resultBasis>;

export const maxPromptChars = 20_000;

/** Among the hook’s defaults, too: what shares only common words with a prompt is no example because it ended well. */
export const defaultMinScore = 0.3;

/** Request for examples for a prompt. */
export const retrieveInput = z.object({
  prompt: z.string().max(maxPromptChars),
  /** Examples at most. */
  top_k: z.int().min(0).max(20).default(2),
  /** Least score, from 0 to 1: as a part of the best one’s. */
  min_score: z.number().min(0).max(1).default(defaultMinScore),
  /** Calls and results of each example. */
  continuation_limit: z.int().min(1).max(50).default(4),
  /** Length of the section. */
  max_chars: z.int().min(500).max(20_000).default(6_000),
  /** A session that is no example, as `session_id` never is one, and neither are the sessions that they descend from or start. */
  exclude_session_id: z.string().max(400).optional(),
  /** The session and turn that the examples are for: with both, what was given is recorded. */
  session_id: z.string().max(400).optional(),
  turn_idx: given.count.optional(),
  /** Only sessions of this project. */
  project: z.string().max(400).optional(),
  /** Gives prompts whose work failed, too, as warnings. */
  include_failed: z.boolean().default(false),
  /** With the score of each word, and with what was left out. */
  explain: z.boolean().default(false),
});
export type RetrieveInput = z.output<typeof retrieveInput>;

/** The same, where it makes sense. */
export const retrieveRequest = retrieveInput.superRefine(({ prompt, session_id: session, turn_idx: turn }, context) => {
  if (prompt.trim() === '') context.addIssue({ code: 'custom', path: ['prompt'], message: 'must not be empty' });
  if (turn !== undefined && session === undefined)
    context.addIssue({ code: 'custom', path: ['turn_idx'], message: 'needs the session_id of its session' });
});

const step = z.object({
  recordId: z.string(),
  kind: recordKind,
  tool: z.string().nullable(),
  outcome: outcome.nullable(),
  text: z.string(),
  /** Calls and results that are left out right before it. */
  skipped: z.int(),
  /** A part of how the task ended: the last call, what failed before and passed then, the last change of a file, and the answer. */
  isKey: z.boolean(),
});

const termScore = z.object({ term: z.string(), score: z.number() });
export type TermScore = z.infer<typeof termScore>;

/** The result or answer of a turn that has the words close together, which it has, and where; its prompt has fewer of them. */
const foundBy = z.object({ recordId: z.string(), words: z.array(z.string()), excerpt: z.string() });
export type FoundBy = z.infer<typeof foundBy>;

/**
 * A past prompt that resembles the one that was asked for, or what happened after it does, and the calls and results that followed. Secrets
 * are redacted.
 */
export const example = z.object({
  sessionId: z.string(),
  recordId: z.string(),
  turnIdx: z.int().nullable(),
  seq: z.int(),
  /** −bm25, of the record in `foundBy` if there is one. */
  score: z.number(),
  /** As a part of the best one’s, from 0 to 1: of those found by their prompts, or of those found by their results. */
  relativeScore: z.number(),
  /** Which part of what the prompt asks for the past prompt holds, or the result: of the rarity of its words, from 0 to 1. */
  coverage: z.number(),
  prompt: z.string(),
  /** Null: by its prompt. */
  foundBy: foundBy.nullable(),
  result: turnResult,
  resultBasis,
  /** The same under their former names. */
  end: turnResult,
  endBasis: resultBasis,
  /** The first calls and results, what solved the task, the last call with its result, and the answer after it. */
  steps: z.array(step),
  /** The score word by word; null unless `explain` asks for it. */
  terms: z.array(termScore).nullable(),
  session: hitSession,
  /** Whether the section holds it: if not, there was no room. */
  inSection: z.boolean(),
});
export type Example = z.infer<typeof example>;

/** Why a prompt that matches is no example. */
export const leftOutReason = z.enum([
  'same_session',
  'same_prompt',
  'no_task',
  'no_calls',
  'low_coverage',
  'failed',
  'low_score',
  'over_limit',
  'blocked',
]);
export type LeftOutReason = z.infer<typeof leftOutReason>;
const leftOut = z.object({
  sessionId: z.string(),
  recordId: z.string(),
  prompt: z.string(),
  score: z.number(),
  reason: leftOutReason,
  session: hitSession,
});
export type LeftOut = z.infer<typeof leftOut>;

export const retrieveAnswer = z.object({
  examples: z.array(example),
  /** Text for the agent; null without examples. */
  section: z.string().nullable(),
  /** The best 50; null unless `explain` asks for them. */
  leftOut: z.array(leftOut).nullable(),
  tookMs: z.number(),
  /** The experiment that decided for the session; null: none did. Sessions of the control arm get no examples and no section. */
  experiment: assignment.nullable(),
  notes: z.array(z.string()),
});
export type RetrieveAnswer = z.infer<typeof retrieveAnswer>;

/** Who asked: the hook, or a program over HTTP. The command line and MCP know no turn, and record nothing. */
export const retrievalSource = z.enum(['hook', 'api']);

/** An example as it is recorded. `end`: the former name of `result`. */
export const givenExample = z.object({
  sessionId: z.string(),
  recordId: z.string(),
  score: z.number(),
  result: turnResult,
  end: turnResult,
});
/** As they are stored: of those that were recorded before, only the former name. */
export const storedExamples = z.array(
  givenExample.extend({ result: turnResult.optional() }).transform((stored) => ({ ...stored, result: stored.result ?? stored.end })),
);

/** Examples that were given for a turn, or would have been. */
export const retrieval = timed({
  sessionId: z.string(),
  turnIdx: z.int(),
  /** Id of the prompt's record; null until the turn is in the archive. */
  recordId: z.string().nullable(),
  prompt: z.string(),
  source: retrievalSource,
  examples: z.array(givenExample),
  sectionChars: z.int(),
  /** An experiment held it back: the agent got nothing. */
  withheld: z.boolean(),
  at: instant,
});
export type Retrieval = z.infer<typeof retrieval>;
