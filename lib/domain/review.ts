import * as z from 'zod';
import { instant, timed } from './instant.ts';
import { observationSeverity } from './observation.ts';

/** `queued` waits for its turn, or for another attempt. */
export const reviewRunState = z.enum(['queued', 'running', 'done', 'failed', 'canceled']);
export type ReviewRunState = z.infer<typeof reviewRunState>;

/** Who asked for a run: an event of an agent, a person on the page or the command line, or an agent itself. */
export const reviewSource = z.enum(['hook', 'page', 'command', 'agent']);
export type ReviewSource = z.infer<typeof reviewSource>;

/**
 * Outcome of a reviewer in a run. `unchanged`: the watched content is the same as at its last review; `skipped`: the reviewer could not be
 * asked, such as without a key or beyond the budget.
 */
export const reviewOutcome = z.enum(['waiting', 'running', 'reviewed', 'unchanged', 'skipped', 'failed', 'timed_out', 'canceled']);
export type ReviewOutcome = z.infer<typeof reviewOutcome>;

/** One reviewer in a run. */
export const review = timed({
  reviewerId: z.string(),
  reviewer: z.string(),
  bundle: z.string(),
  outcome: reviewOutcome,
  /** Why it ran or did not, as a sentence. */
  reason: z.string(),
  /** Model that was asked; null: none. */
  model: z.string().nullable(),
  /** Requests. */
  calls: z.int(),
  inputTokens: z.int().nullable(),
  outputTokens: z.int().nullable(),
  /** Null: not known. */
  costUsd: z.number().nullable(),
  /** Maximum cost, on top of `costUsd`, of requests under way when their process ended or the run was canceled; null: no such request. */
  interruptedUsd: z.number().nullable(),
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  /** Findings that are new, that were known, and earlier ones that it calls fixed. */
  found: z.int(),
  foundAgain: z.int(),
  resolved: z.int(),
  /** Watched content that was not sent, in words; null: all of it was sent. */
  leftOut: z.string().nullable(),
  /** Problems, as sentences; null: no problem. */
  problem: z.string().nullable(),
});
export type Review = z.infer<typeof review>;

/** Action for an agent's host after an event, as in the specification of observer bundles. */
export const hookAction = z.enum(['continue', 'deny', 'modify', 'inject_context', 'ask_user']);
export type HookAction = z.infer<typeof hookAction>;

/** The answer to an event; the names are those of the specification. */
export const hookResult = z.object({
  action: hookAction,
  /** For `deny`. */
  reason: z.string().optional(),
  /** For `modify`: the event's data, with the observations in its prompt. */
  modified_data: z.record(z.string(), z.unknown()).optional(),
  /** For `inject_context`. */
  context: z.object({ role: z.literal('system'), content: z.string() }).optional(),
  /** For `ask_user`. */
  question: z.string().optional(),
  /** Id of the run that the event started; it may still be running. */
  run: z.string().optional(),
});
export type HookResult = z.infer<typeof hookResult>;

/** Reviewers that run together over a session, for one event. */
export const reviewRun = timed({
  id: z.string(),
  sessionId: z.string(),
  sessionTitle: z.string().nullable(),
  project: z.string().nullable(),
  synthetic: z.boolean(),
  event: z.string(),
  source: reviewSource,
  /** A rehearsal over a past session: its findings are not stored as observations. */
  isDry: z.boolean(),
  state: reviewRunState,
  /** How often it was begun: more than once where a process ended in the middle. */
  attempts: z.int(),
  createdAt: instant,
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  problem: z.string().nullable(),
  /** In the order of the bundles. */
  reviews: z.array(review),
});
export type ReviewRun = z.infer<typeof reviewRun>;

/** Totals of a reviewer so far, over all sessions; `last` is null until the reviewer is first asked. */
export const reviewerTotals = z.object({
  reviews: z.int(),
  unchanged: z.int(),
  failed: z.int(),
  found: z.int(),
  resolved: z.int(),
  inputTokens: z.int().nullable(),
  outputTokens: z.int().nullable(),
  costUsd: z.number().nullable(),
  interruptedUsd: z.number().nullable(),
  last: z.object({ runId: z.string(), sessionId: z.string(), review }).nullable(),
});
export type ReviewerTotals = z.infer<typeof reviewerTotals>;

/** A finding as a reviewer gave it. `observationId`: what it became; null in a dry run. */
export const reviewFinding = z.object({
  content: z.string(),
  severity: observationSeverity,
  sourceRef: z.string().nullable(),
  /**
   * `category`, `suggestion`, `cwe`, `code` (the lines that it refers to, as they were sent) and `parse_error` (the answer was a text), as
   * far as there are any.
   */
  metadata: z.record(z.string(), z.unknown()),
  observationId: z.string().nullable(),
  isNew: z.boolean(),
});
export type ReviewFinding = z.infer<typeof reviewFinding>;

/** Request to a model, without secrets, and the model's answer. */
export const reviewExchange = z.object({
  instructions: z.string(),
  prompt: z.string(),
  /** Null: there is none yet, or none came. */
  answer: z.string().nullable(),
  findings: z.array(reviewFinding),
  resolved: z.array(z.object({ observationId: z.string(), reason: z.string() })),
});
export type ReviewExchange = z.infer<typeof reviewExchange>;
