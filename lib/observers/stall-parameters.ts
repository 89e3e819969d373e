import * as z from 'zod';
import { maxRecentCalls } from './observer.ts';

export const stallParameters = z.strictObject({
  window_size: z.int().min(2).max(maxRecentCalls).describe('Number of recent calls to look at.'),
  repetition_threshold: z
    .int()
    .min(2)
    .max(10)
    .describe('Identical calls in the window that count as a loop, or rounds that count as a cycle.'),
  error_rate_threshold: z
    .number()
    .gt(0)
    .max(1)
    .describe('Share of failed calls, among those of the window that ran to their end, from which the error rate is reported.'),
  repetition_key: z
    .enum(['call', 'tool_name'])
    .describe('What makes two calls identical: tool, arguments and result (call), or the tool name alone (tool_name).'),
  polling_threshold: z
    .int()
    .min(3)
    .max(10_000)
    .describe('Times that a wait or a status check may return the same result before it is reported.'),
  as_specified: z.boolean().describe('Follow the reference specification to the letter, wording included. Ignores the polling threshold.'),
});
export type StallParameters = z.output<typeof stallParameters>;

export type StallCategory = 'Repetitive Pattern' | 'Cycle' | 'Oscillation' | 'Polling' | 'Elevated Error Rate';
