import * as z from 'zod';
import { summary } from './summary.ts';

/** A summary with what a list says of its session. `model`: of the turn. */
export const listedSummary = summary.extend({
  session: z.object({
    title: z.string().nullable(),
    project: z.string().nullable(),
    agent: z.string(),
    model: z.string().nullable(),
    synthetic: z.boolean(),
  }),
});
export type ListedSummary = z.infer<typeof listedSummary>;
