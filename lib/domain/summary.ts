import * as z from 'zod';
import { known } from './measure.ts';
import { instant } from './instant.ts';
import { verdict, type Verification } from './verification.ts';

/** How sure the agent could be of its answer; `Unknown` where a model said something else. */
export const confidenceLevels = ['High', 'Medium', 'Low', 'Unknown'] as const;
export const confidenceLevel = z.enum(confidenceLevels);
export type ConfidenceLevel = z.infer<typeof confidenceLevel>;

/** The texts of a summary. */
export const summaryFields = ['summary', 'tools_rationale', 'key_findings'] as const;
export const summaryField = z.enum(summaryFields);
export type SummaryField = z.infer<typeof summaryField>;

/** A sentence of an extractive summary, and the record that it was taken from. */
export const summarySentence = z.object({ field: summaryField, text: z.string(), record_id: z.string(), seq: z.int() });
export type SummarySentence = z.infer<typeof summarySentence>;

/**
 * Signal for or against the answer, and how often it was seen; `record_id`: where it was seen last. docs/summaries.md explains each signal.
 */
export const confidenceSignal = z.object({
  signal: z.enum([
    'verified',
    'check_failed',
    'not_verified',
    'cannot_tell',
    'shown',
    'refuted',
    'admits',
    'hedges',
    'not_english',
    'announces',
    'claims_nothing',
    'errors',
    'retries',
    'tests_passed',
    'tests_failed',
    'abrupt_end',
    'answer_unknown',
  ]),
  count: z.int(),
  record_id: z.string().nullable(),
});
export type ConfidenceSignal = z.infer<typeof confidenceSignal>;

/** How the texts came about: by choosing sentences, by a model, or by choosing sentences because the model failed. */
export const summaryMethod = z.enum(['extractive', 'model', 'fallback']);
export type SummaryMethod = z.infer<typeof summaryMethod>;

/** Requests to a model, and their cost; null: the provider did not report it, or the model has no price. */
export const modelUse = z.object({
  model: z.string(),
  /** Requests. */
  calls: z.int(),
  input_tokens: known.count,
  output_tokens: known.count,
  cost_usd: known.amount,
  /** Parts left out of the trajectory to fit the budget, in words; null: nothing was left out. */
  left_out: z.string().nullable(),
  /** Why the model gave no summary, or none when it was last asked anew; null where it gave one. */
  failure: z.string().nullable(),
  /** How it rated the answer, before what it was not shown limits that; null where it did not, or a version before wrote it. */
  rated: confidenceLevel.nullable().default(null),
});
export type ModelUse = z.infer<typeof modelUse>;

/** A summary of the work on one answered prompt; the names are those of the proposal that it follows. */
export const summary = z.object({
  session_id: z.string(),
  /** The prompt's record. */
  message_id: z.string(),
  turn_idx: z.int(),
  /** The first 2,000 characters of the prompt and of the answer. */
  user_query: z.string(),
  agent_response: z.string(),
  /** Two or three sentences. */
  summary: z.string(),
  tools_rationale: z.string(),
  key_findings: z.string(),
  confidence_level: confidenceLevel,
  /** In the order of their first use, at most 50. */
  tools_used: z.array(z.string()),
  /** Tools beyond those. */
  tools_left_out: z.int().default(0),
  /** Tool calls. */
  trajectory_count: z.int(),
  /** Seconds; null where the records have no times. */
  execution_time: known.amount,
  /** When the turn ended; null where the records have no times. */
  timestamp: instant.nullable(),
  method: summaryMethod,
  /** From 1; the one before stays until the turn is summarized once more. */
  version: z.int(),
  created_at: instant,
  sentences: z.array(summarySentence),
  signals: z.array(confidenceSignal),
  /** Verdict on the turn's changes; null: not known, as in summaries stored before this field existed. */
  verification: verdict.nullable().default(null),
  model: modelUse.nullable(),
});
export type Summary = z.infer<typeof summary>;

/** Result of summarizing a turn, before it is stored. */
export type SummaryTexts = Pick<
  Summary,
  'summary' | 'tools_rationale' | 'key_findings' | 'confidence_level' | 'method' | 'sentences' | 'signals' | 'verification' | 'model'
>;

/** A record of a turn, as summarizers read it: texts are whole, up to 64 kB. */
export type TurnRecord = {
  recordId: string;
  seq: number;
  kind: 'prompt' | 'reasoning' | 'response' | 'tool_call' | 'tool_result' | 'system';
  /** For a call, its arguments as JSON; for a result, the output. */
  text: string;
  /** Name of the called tool; for a result, that of its call, if known. */
  tool: string | null;
  /** Whether the call failed; set on a call with a known result, and on that result. */
  isFailed: boolean | null;
};

/** A turn to summarize: its records in order, the prompt first. */
export type TurnToSummarize = {
  sessionId: string;
  turnIdx: number;
  records: readonly TurnRecord[];
  isAborted: boolean;
  /** Nothing says whether it was answered: what was said last may not be its answer. */
  isAnswerUnknown?: boolean;
  /** Verification of the changes of all calls of the turn; null: not known. Call ids are those of the calls' records. */
  verification: Verification | null;
  /** The prompt behind it; null: there is none. */
  nextPrompt: { recordId: string; text: string } | null;
};

/** Summarizes turns: by choosing sentences, or with a model. */
export interface Summarizer {
  summarize(turn: TurnToSummarize, signal?: AbortSignal): Promise<SummaryTexts>;
}
