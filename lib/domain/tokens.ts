import * as z from 'zod';
import { known } from './measure.ts';

/**
 * Tokens of one or many responses. `input` excludes cached tokens (Anthropic's convention); a format whose source
 * includes them converts once. Null: the source does not say.
 */
export const tokens = z.object({
  input: known.count,
  cacheRead: known.count,
  cacheWrite: known.count,
  output: known.count,
  reasoning: known.count,
});
export type Tokens = z.infer<typeof tokens>;

export const unknownTokens: Tokens = { input: null, cacheRead: null, cacheWrite: null, output: null, reasoning: null };

/** Counts that are all zero were not counted: no answer uses nothing. */
export const toCounted = (counts: Tokens): Tokens =>
  Object.values(counts).some((count) => count !== null && count > 0) ? counts : unknownTokens;
