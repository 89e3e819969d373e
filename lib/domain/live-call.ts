import * as z from 'zod';
import { assessment, finding } from './assessment.ts';
import { assignment } from './experiment.ts';
import { instant, timed } from './instant.ts';
import { given } from './measure.ts';
import { turnEnded } from './turn-ended.ts';

/** Outcome of a call as reported. */
export const liveOutcome = z.enum(['ok', 'error', 'rejected', 'denied', 'interrupted', 'running']);

/** A call reported by a running agent. Sending the same `id` again completes it; known values are never removed. */
export const liveCall = timed({
  /** The agent's own id of the call; without it, the closest call with the same tool and arguments and no result is completed. */
  id: z.string().min(1).max(400).optional(),
  name: z.string().min(1).max(400),
  /** Arguments: any JSON. */
  input: z.unknown().optional(),
  /** Result of the tool: text or any JSON. */
  result: z.unknown().optional(),
  outcome: liveOutcome.default('ok'),
  exitCode: given.exitCode.nullable().default(null),
  startedAt: instant.optional(),
  endedAt: instant.optional(),
});
export type LiveCall = z.output<typeof liveCall>;

/** How the agent says that its turn ended. `answered`: it is done, and what it said last is its answer. */
export const liveEnd = turnEnded.extract(['answered', 'interrupted', 'refused', 'service_error', 'usage_limit']);
export type LiveEnd = z.output<typeof liveEnd>;

/**
 * Calls of a running session, in order, with what the agent said after them and known facts about it. A prompt, a call or an answer
 * creates an unknown session.
 */
export const liveCalls = z.object({
  /** Facts about the session; later values fill in missing ones. */
  session: z
    .object({
      /** The agent (claude-code, codex, …); required if the id in the path is not `family:native id`. */
      family: z.string().min(1).max(100).optional(),
      nativeId: z.string().min(1).max(400).optional(),
      cwd: z.string().max(4_096).optional(),
      title: z.string().max(400).optional(),
      model: z.string().max(200).optional(),
      parentNativeId: z.string().max(400).optional(),
    })
    .default({}),
  /** Prompt before these calls. */
  prompt: z
    .string()
    .max(1024 * 1024)
    .optional(),
  calls: z.array(liveCall).max(1_000),
  /** The agent's answer after these calls. */
  answer: z
    .string()
    .max(1024 * 1024)
    .optional(),
  /** The turn is over after these calls and this answer. */
  ended: liveEnd.optional(),
});
export type LiveCalls = z.output<typeof liveCalls>;

/** Differences between the findings of two assessments; a side is null if it does not have the finding. */
export const findingChange = z.object({
  change: z.enum(['new', 'rises', 'still', 'eases', 'gone']),
  observer: z.string(),
  observerName: z.string(),
  before: finding.nullable(),
  after: finding.nullable(),
});
export type FindingChange = z.infer<typeof findingChange>;

/** Response to recorded calls. */
export const liveAnswer = z.object({
  sessionId: z.string(),
  /** Number of each call sent, in their order; that of a subagent's call is its number in the subagent's session. */
  callIndexes: z.array(z.int()),
  /** Number of new calls. */
  added: z.int(),
  /** False if the calls were stored but could not be observed now, as the database was busy. That follows; do not send them again. */
  observed: z.boolean(),
  /** Assessments from the first of these calls on, in order; at most the newest 200. */
  assessments: z.array(assessment),
  /** Assessments at the last of these calls as `assessment.md`; null if there are none. */
  markdown: z.string().nullable(),
  /** Differences from the assessments before the first of these calls. */
  changes: z.array(findingChange),
  /** Feedback for the agent: a prompt section, '' if there is nothing to report. */
  section: z.string(),
  /**
   * The experiment that decided for the session; null: none did, or there was nothing to show. Sessions of the control arm get no
   * assessments, no changes and no section, although findings are recorded.
   */
  experiment: assignment.nullable(),
});
export type LiveAnswer = z.infer<typeof liveAnswer>;
