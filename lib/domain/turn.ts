import * as z from 'zod';
import { instant, timed } from './instant.ts';
import { outcome } from './outcome.ts';
import { turnEnded } from './turn-ended.ts';

/** A prompt and all that follows until the next one; or what an agent did before the first prompt, or without any. */
export const turn = timed({
  /** Counts prompts from 0. Work without a prompt is turn −1 if prompts follow, else turn 0. */
  turnIdx: z.int().min(-1),
  /** The record of its prompt; of a turn without one that of its first answer, or of what the agent did first. */
  messageId: z.string(),
  hasPrompt: z.boolean(),
  title: z.string(),
  startSeq: z.int(),
  startedAt: instant.nullable(),
  /** From the prompt to the last answer, call or result, in milliseconds. */
  durationMs: z.number().nullable(),
  /** `durationMs` without gaps of over five minutes. */
  activeMs: z.number().nullable(),
  /** From the end of the previous turn to the prompt; null if unknown. */
  waitedMs: z.number().nullable(),
  /** How it ended; `answered` is not solved. */
  ended: turnEnded,
  /** The line that says why it got no answer; null: none does. */
  endedReason: z.string().nullable(),
  toolCalls: z.int(),
  toolErrors: z.int(),
  toolRejected: z.int(),
  toolDenied: z.int(),
  toolInterrupted: z.int(),
  /** Calls without a recorded end, those that still run among them. */
  toolUnended: z.int(),
  tokensOutput: z.int().nullable(),
  costUsd: z.number().nullable(),
  /** Some responses have no final count, or none at all: the turn used at least this. */
  outputAtLeast: z.boolean(),
  costAtLeast: z.boolean(),
  /** Outcomes for a mini bar, in call order, at most 40: beyond that each stands for several, the worst wins. */
  bars: z.array(outcome),
});
export type Turn = z.infer<typeof turn>;
