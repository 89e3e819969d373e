import * as z from 'zod';

/** What a snapshot of a session's observers says of itself; what stands in `fold` is theirs. */
export const observerSnapshot = z.strictObject({
  version: z.literal(1),
  sessionId: z.string(),
  /** Key of the observers that it was taken from: only the same ones can go on from it. */
  configKey: z.string(),
  /** The last call that they saw; null before the first. */
  callIndex: z.int().min(1).nullable(),
  callId: z.string().nullable(),
  fold: z.unknown(),
});
