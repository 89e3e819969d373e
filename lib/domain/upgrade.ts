import * as z from 'zod';
import { instant, timed } from './instant.ts';

/** A run that decodes stored files again with newer formats. */
export const upgrade = timed({
  id: z.string(),
  startedAt: instant,
  /** Null while running. */
  finishedAt: instant.nullable(),
  /** Files to decode, decoded, and kept as they were. */
  total: z.int(),
  done: z.int(),
  kept: z.int(),
  /** Observations that their observers no longer find since it started. */
  noLongerFound: z.int(),
  /** Reasons for kept files, at most 20. */
  reasons: z.array(z.string()),
});
export type Upgrade = z.infer<typeof upgrade>;
