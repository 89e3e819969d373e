import * as z from 'zod';
import { cohortVerdict, metricComparison } from './cohort.ts';

const cohort = z.object({
  turns: z.int(),
  completion_rate: z.number(),
  avg_iterations: z.number(),
  avg_tool_errors: z.number(),
  avg_duration_ms: z.number(),
});
export type ReportCohort = z.infer<typeof cohort>;

/** The report in the layout of the specification, and what is added to it. */
export const report = z.object({
  since_days: z.number(),
  total_turns: z.int(),
  cohorts: z.object({ no_retrieval: cohort, retrieval_used: cohort }),
  added: z.object({
    /** In the window, and in none of the figures above. */
    turns_without_outcome: z.int(),
    comparisons: z.array(metricComparison),
    verdict: cohortVerdict,
    synthetic: z.boolean(),
  }),
});
export type Report = z.infer<typeof report>;
