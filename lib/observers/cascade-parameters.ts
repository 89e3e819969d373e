import * as z from 'zod';

export const cascadeParameters = z.strictObject({
  consecutive_threshold: z.int().min(2).max(30).describe('Consecutive failures that count as a cascade.'),
  as_specified: z
    .boolean()
    .describe('Follow the reference specification to the letter, wording included: every error counts, failed checks too.'),
});
export type CascadeParameters = z.output<typeof cascadeParameters>;

export type CascadeCategory = 'Error Cascade' | 'Outage';
