import * as z from 'zod';
import { instant, timed } from './instant.ts';
import { estimate } from './metric.ts';
import { hitSession } from './search.ts';

/** Outcomes of turns that were given a session as an example. */
export const exampleCredit = timed({
  sessionId: z.string(),
  /** Null if it is not in the archive. */
  session: hitSession.nullable(),
  /** Turns that were given it. */
  given: z.int(),
  /** Completed turns among those with a known outcome. */
  completed: z.int(),
  withOutcome: z.int(),
  /**
   * Mean share of completed turns in the sessions that got it, drawn towards that of all sessions that got examples; 95 % credible interval.
   * `clusters`: those sessions.
   */
  rate: estimate.nullable(),
  lastGivenAt: instant.nullable(),
  /** Since when it is not offered; null: it is. */
  blockedAt: instant.nullable(),
});
export type ExampleCredit = z.infer<typeof exampleCredit>;
