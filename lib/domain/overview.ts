import * as z from 'zod';
import { instant, timed } from './instant.ts';
import { outcome } from './outcome.ts';

/** One tick of the overview strip: a call, or a bucket of calls (tallest duration, worst outcome). */
export const tick = timed({
  firstCall: z.int(),
  lastCall: z.int(),
  outcome,
  durationMs: z.number().nullable(),
  name: z.string(),
  summary: z.string(),
  turnIdx: z.int().nullable(),
  at: instant.nullable(),
  recordId: z.string(),
  /** All its calls are repeated from another session, which counts them. */
  inherited: z.boolean(),
  /** All its calls are of turns that the person took back. */
  takenBack: z.boolean(),
});
export type Tick = z.infer<typeof tick>;

/** The overview strip of a session. Calls are numbered by callIndex; x is call order, not time. */
export const overview = z.object({
  fromCall: z.int(),
  toCall: z.int(),
  totalCalls: z.int(),
  ticks: z.array(tick),
  /** Idle time of over five minutes before a call. */
  gaps: z.array(z.object({ beforeCall: z.int(), durationMs: z.number() })),
  turns: z.array(timed({ turnIdx: z.int(), firstCall: z.int(), startedAt: instant.nullable() })),
  /** Subagent lanes: the span of the parent's calls during which a child ran. */
  lanes: z.array(
    z.object({
      sessionId: z.string(),
      firstCall: z.int(),
      lastCall: z.int(),
      label: z.string(),
      /** Calls of the child; null: it was not imported. */
      toolCalls: z.int().nullable(),
      /** Failed calls of the child and of its own subagents; null: it was not imported. */
      toolErrors: z.int().nullable(),
    }),
  ),
});
export type Overview = z.infer<typeof overview>;
