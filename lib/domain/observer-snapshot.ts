import * as z from 'zod';
import { given } from './measure.ts';

/** Metadata of an observer snapshot; `fold` is the reducer state. */
export const observerSnapshot = z.strictObject({
  version: z.literal(1),
  sessionId: z.string(),
  /** Key of the configured observers; restoring requires the same. */
  configKey: z.string(),
  /** Last call seen; null before the first. */
  callIndex: given.count.min(1).nullable(),
  callId: z.string().nullable(),
  fold: z.unknown(),
});
