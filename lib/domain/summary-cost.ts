import * as z from 'zod';

/** Cost of a model on a day (UTC). Null: not known for any turn. */
export const summaryCost = z.object({
  day: z.string(),
  model: z.string(),
  /** Summaries that it was asked for. */
  turns: z.int(),
  /** Those of them that it failed to give at least once. */
  failed: z.int(),
  /** Requests. */
  calls: z.int(),
  input_tokens: z.int().nullable(),
  output_tokens: z.int().nullable(),
  cost_usd: z.number().nullable(),
  /** Turns with requests whose cost is not known. */
  unpriced: z.int(),
});
export type SummaryCost = z.infer<typeof summaryCost>;
