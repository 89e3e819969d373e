import * as z from 'zod';
import { balance, cohortVerdict, metricComparison } from './cohort.ts';

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
    /** Turns in the window whose iterations are not known, which are in none of the figures above, or whose completion is not known. */
    turns_without_outcome: z.int(),
    /** The turns that each completion rate is over: those whose completion is known. */
    turns_with_completion: z.object({ no_retrieval: z.int(), retrieval_used: z.int() }),
    /** How the cohorts differ in what is not compared, by whole sessions: shares of their turns. */
    balance: z.array(balance),
    comparisons: z.array(metricComparison),
    verdict: cohortVerdict,
    synthetic: z.boolean(),
  }),
});
export type Report = z.infer<typeof report>;
