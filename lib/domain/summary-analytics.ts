import * as z from 'zod';
import type { ConfidenceLevel } from './summary.ts';

/** Counts of summaries with the same confidence: the summaries, and their tool calls. */
export type SummaryCount = { confidence: ConfidenceLevel; summaries: number; steps: number };

/** Without summaries, the answer holds only their number. */
export const summaryAnalytics = z.union([
  z.object({
    total_summaries: z.int().positive(),
    confidence_distribution: z.object({ High: z.int(), Medium: z.int(), Low: z.int(), Unknown: z.int().optional() }),
    unique_tools_used: z.array(z.string()),
    average_reasoning_steps: z.number(),
    total_reasoning_steps: z.int(),
  }),
  z.object({ total_summaries: z.literal(0) }),
]);
export type SummaryAnalytics = z.infer<typeof summaryAnalytics>;
