import * as z from 'zod';

/** Metrics for comparing turns. */
export const metricName = z.enum(['completed', 'iterations', 'tool_errors', 'duration', 'tokens', 'cost', 'reward']);
export type MetricName = z.infer<typeof metricName>;

export const interval = z.object({ low: z.number(), high: z.number() });

/** A figure over turns. `interval`: 95 %; null where there are too few sessions. */
export const estimate = z.object({ value: z.number(), n: z.int(), clusters: z.int(), interval: interval.nullable() });
export type MetricEstimate = z.infer<typeof estimate>;
