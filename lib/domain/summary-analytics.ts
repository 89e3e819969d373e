import * as z from 'zod';
import type { ConfidenceLevel } from './summary.ts';

/** What is counted of summaries that have the same confidence: how many there are, and their tool calls. */
export type SummaryCount = { confidence: ConfidenceLevel; summaries: number; steps: number };

/** Of no summary there is nothing but their number. */
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
