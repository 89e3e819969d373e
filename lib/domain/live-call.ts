import * as z from 'zod';
import { assessment, finding } from './assessment.ts';
import { instant, timed } from './instant.ts';

/** What came of a call, as who reports it knows. */
export const liveOutcome = z.enum(['ok', 'error', 'rejected', 'interrupted', 'running']);

/** A call that a running agent reports. Sent again with the same `id`, it completes what was sent before; what is known is never taken back. */
export const liveCall = timed({
  /** The agent's own id of the call; without it the same tool and arguments meet the nearest call that has no result. */
  id: z.string().min(1).max(400).optional(),
  name: z.string().min(1).max(400),
  /** Arguments: any JSON. */
  input: z.unknown().optional(),
  /** What the tool gave, as text or as any JSON. */
  result: z.unknown().optional(),
  outcome: liveOutcome.default('ok'),
  exitCode: z.int().nullable().default(null),
  startedAt: instant.optional(),
  endedAt: instant.optional(),
});
export type LiveCall = z.output<typeof liveCall>;

/** Calls of a running session, in their order, with what is known of it. A session that is unknown is made, by a prompt or a call. */
export const liveCalls = z.object({
  /** What stands for the session where it is not known yet; later values fill in what is missing. */
  session: z
    .object({
      /** The agent (claude-code, codex, …), which stands in its id; needed when the id of the path is not `family:native id`. */
      family: z.string().min(1).max(100).optional(),
      nativeId: z.string().min(1).max(400).optional(),
      cwd: z.string().max(4_096).optional(),
      title: z.string().max(400).optional(),
      model: z.string().max(200).optional(),
      parentNativeId: z.string().max(400).optional(),
    })
    .default({}),
  /** A prompt that was given before these calls. */
  prompt: z
    .string()
    .max(1024 * 1024)
    .optional(),
  calls: z.array(liveCall).max(1_000),
});
export type LiveCalls = z.output<typeof liveCalls>;

/** How the findings of two assessments differ; a side is null where it does not have the finding. */
export const findingChange = z.object({
  change: z.enum(['new', 'rises', 'still', 'eases', 'gone']),
  observer: z.string(),
  observerName: z.string(),
  before: finding.nullable(),
  after: finding.nullable(),
});
export type FindingChange = z.infer<typeof findingChange>;

/** What recording calls answers. */
export const liveAnswer = z.object({
  sessionId: z.string(),
  /** Number of each call sent, in their order. */
  callIndexes: z.array(z.int()),
  /** How many of them were not known before. */
  added: z.int(),
  /** Assessments that stand at the first of these calls and behind it, in order, whoever made them; the newest 200 at most. */
  assessments: z.array(assessment),
  /** Those at the last call of them as `assessment.md`; null where there is none. */
  markdown: z.string().nullable(),
  /** What of it differs from what stood before the first of these calls. */
  changes: z.array(findingChange),
  /** What is for the agent's eyes: the section of the prompt, '' where nothing is to be said now. */
  section: z.string(),
});
export type LiveAnswer = z.infer<typeof liveAnswer>;
