import * as z from 'zod';
import { maxRecentCalls } from './observer.ts';

export const driftParameters = z.strictObject({
  initial_paths: z
    .array(z.string().min(1).max(400))
    .max(20)
    .nullable()
    .describe('Files and folders the task is about, relative to the session folder. Null means those that each prompt asks to change.'),
  drift_threshold: z.number().gt(0).max(1).describe('Share of unrelated files from which drift is reported.'),
  window_size: z.int().min(2).max(maxRecentCalls).describe('Number of recent calls whose files to look at.'),
  looks_at: z.enum(['changes', 'all']).describe('Look at changed files only, or at files that were read too.'),
  least_files: z.int().min(1).max(10).describe('Minimum number of unrelated files that count as drift.'),
  as_specified: z
    .boolean()
    .describe('Follow the reference specification to the letter, wording included: files read or changed in the last ten calls.'),
});
export type DriftParameters = z.output<typeof driftParameters>;

export type DriftCategory = 'Scope Drift';
