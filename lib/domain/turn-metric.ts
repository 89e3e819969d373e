import * as z from 'zod';
import { instant, timed } from './instant.ts';
import { given } from './measure.ts';
import { givenExample } from './retrieval.ts';
import { hitSession } from './search.ts';

/**
 * Basis of a turn's metric: `reported` by an agent or a file, or derived from the transcript: `responses` of the model, `records`, tool
 * `calls`.
 */
export const metricBasis = z.enum(['reported', 'responses', 'records', 'calls']);
export type MetricBasis = z.infer<typeof metricBasis>;

/**
 * How it is known whether a turn was completed: `reported`; `answered`: it ended with an answer; `aborted`: it was cut short; `running`: it
 * may go on, so that it is not known yet. Where no answer and no end is seen, it is not known at all.
 */
export const completionBasis = z.enum(['reported', 'answered', 'aborted', 'running']);
export type CompletionBasis = z.infer<typeof completionBasis>;

/** A turn that may go on counts as running, and its session as not over, until nothing came for this long. */
export const runningMs = 3_600_000;

/** Maximum characters read from a prompt, before it is redacted and cut. */
export const maxReadPromptChars = 8_000;

/**
 * The outcome of a turn, or that it got examples, reported by the agent that works on it. Missing or null fields keep the known values, and
 * so does `retrieval_used: false` where examples were given. With `retrieval_used` alone, the turn goes on.
 */
export const turnOutcomeInput = z.object({
  /** Ours, or `family:nativeId`. */
  session_id: z.string().min(1).max(400),
  /** Counts the session's prompts from 0. */
  turn_idx: z.int().min(0).max(1_000_000_000),
  prompt: z.string().max(1_000_000).nullish(),
  /** Responses of the model. */
  iterations: given.count.nullish(),
  tool_error_count: given.count.nullish(),
  completed: z.boolean().nullish(),
  /** Active time, in milliseconds. */
  duration_ms: given.durationMs.nullish(),
  tokens: given.count.nullish(),
  cost_usd: given.usd.nullish(),
  /** A score of the result, such as a benchmark's reward. */
  reward: given.score.nullish(),
  model_id: z.string().max(200).nullish(),
  /** Whether the agent got examples for the turn by retrieval of its own. */
  retrieval_used: z.boolean().nullish(),
});
export type TurnOutcomeInput = z.output<typeof turnOutcomeInput>;

/** One turn with what is known of its outcome and of what retrieval gave for it. Unknown is null. */
export const turnMetric = timed({
  sessionId: z.string(),
  turnIdx: z.int(),
  /** Id of the prompt's record; null if the turn is not in the archive. */
  recordId: z.string().nullable(),
  seq: z.int().nullable(),
  /** The first 2,000 characters. */
  prompt: z.string().nullable(),
  /** The past prompts that retrieval found for the turn; null: it was not asked. */
  retrieved: z.array(givenExample).nullable(),
  /** Whether the agent was given any of them, or reported examples of its own. */
  retrievalUsed: z.boolean(),
  iterations: z.int().nullable(),
  iterationsBasis: metricBasis.nullable(),
  toolErrors: z.int().nullable(),
  toolErrorsBasis: metricBasis.nullable(),
  completed: z.boolean().nullable(),
  completedBasis: completionBasis.nullable(),
  /** Active time: without gaps of over five minutes. */
  durationMs: z.number().nullable(),
  /** Tokens of all kinds, including the cache. */
  tokens: z.int().nullable(),
  /** Not all of them are counted. */
  tokensAtLeast: z.boolean(),
  costUsd: z.number().nullable(),
  /** Not all of it is known. */
  costAtLeast: z.boolean(),
  reward: z.number().nullable(),
  model: z.string().nullable(),
  /** First and last time that something of the turn happened or was reported. */
  createdAt: instant.nullable(),
  updatedAt: instant.nullable(),
  /** Null if the session is not in the archive. */
  session: hitSession.nullable(),
});
export type TurnMetric = z.infer<typeof turnMetric>;

/** The turn as it is known now. `created`: nothing was known of it. `notes`: what is unusual, such as a turn that the session does not have yet. */
export const turnOutcomeAnswer = z.object({ turn: turnMetric, created: z.boolean(), notes: z.array(z.string()) });
export type TurnOutcomeAnswer = z.infer<typeof turnOutcomeAnswer>;
