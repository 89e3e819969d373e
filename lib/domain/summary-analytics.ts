import * as z from 'zod';

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
