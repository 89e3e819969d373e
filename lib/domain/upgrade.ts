import * as z from 'zod';
import { instant, timed } from './instant.ts';

/** A run that decodes stored files again, because their format is read better now. */
export const upgrade = timed({
  id: z.string(),
  startedAt: instant,
  /** Null while it runs. */
  finishedAt: instant.nullable(),
  /** Files to decode again, those decoded so far, and those that stay as they were read before. */
  total: z.int(),
  done: z.int(),
  kept: z.int(),
  /** Why files stay as they were, at most 20. */
  reasons: z.array(z.string()),
});
export type Upgrade = z.infer<typeof upgrade>;
