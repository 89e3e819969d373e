import * as z from 'zod';

export const changeTopic = z.enum([
  'session',
  'assessment',
  'observation',
  'import',
  'watch',
  'observers',
  'search',
  'view',
  'metrics',
  'experiment',
  'summary',
  'review',
]);
export type ChangeTopic = z.infer<typeof changeTopic>;

/**
 * A logged change. `cursor` is its position in the log, opaque and on one line. `subjectId` is a session (also for assessments, observations,
 * summaries and reviews; '' without one), an import, a watched folder, a saved search or a saved view; empty for `observers`.
 */
export const change = z.object({ cursor: z.string(), topic: changeTopic, subjectId: z.string() });
export type Change = z.infer<typeof change>;
