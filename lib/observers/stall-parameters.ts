import * as z from 'zod';
import { maxRecentCalls } from './observer.ts';

export const stallParameters = z.strictObject({
  window_size: z.int().min(2).max(maxRecentCalls).describe('Newest calls that are looked at.'),
  repetition_threshold: z
    .int()
    .min(2)
    .max(10)
    .describe('Identical calls in the window that count as a repetition; rounds that count as a cycle.'),
  error_rate_threshold: z.number().gt(0).max(1).describe('Share of the window that failed, from which it is too much.'),
  repetition_key: z
    .enum(['call', 'tool_name'])
    .describe('What is the same: tool, arguments and result, or the name of the tool alone, as the specification has it.'),
  polling_threshold: z
    .int()
    .min(3)
    .max(10_000)
    .describe('A wait or a question how things stand may be repeated so often with the same answer.'),
  as_specified: z.boolean().describe('Behave and speak to the letter of the specification; the polling threshold is not used then.'),
});
export type StallParameters = z.output<typeof stallParameters>;

export type StallCategory = 'Repetitive Pattern' | 'Cycle' | 'Oscillation' | 'Polling' | 'Elevated Error Rate';
