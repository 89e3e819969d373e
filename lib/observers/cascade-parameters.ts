import * as z from 'zod';

export const cascadeParameters = z.strictObject({
  consecutive_threshold: z.int().min(2).max(30).describe('Consecutive failures that count as a cascade.'),
  as_specified: z.boolean().describe('Behave and speak to the letter of the specification: each error counts, those of checks, too.'),
});
export type CascadeParameters = z.output<typeof cascadeParameters>;

export type CascadeCategory = 'Error Cascade' | 'Outage';
