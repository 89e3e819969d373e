import * as z from 'zod';
import { maxRecentCalls } from './observer.ts';

export const driftParameters = z.strictObject({
  initial_paths: z
    .array(z.string().min(1).max(400))
    .max(20)
    .nullable()
    .describe('Files and folders of the task, relative to the session folder; null: those that each prompt asks to change.'),
  drift_threshold: z.number().gt(0).max(1).describe('Share of the files worked on that is unrelated, from which it is drift.'),
  window_size: z.int().min(2).max(maxRecentCalls).describe('Newest calls whose files are looked at.'),
  looks_at: z.enum(['changes', 'all']).describe('Files that are changed, or those that are read, too.'),
  least_files: z.int().min(1).max(10).describe('Different unrelated files that count as drift.'),
  as_specified: z
    .boolean()
    .describe('Behave and speak to the letter of the specification: the files of the newest ten calls, read or changed.'),
});
export type DriftParameters = z.output<typeof driftParameters>;

export type DriftCategory = 'Scope Drift';
