import * as z from 'zod';

const count = z.int().nonnegative().nullable();

/**
 * Tokens of one or many responses. `input` excludes cached tokens (Anthropic's convention); a format whose source
 * includes them converts once. Null: the source does not say.
 */
export const tokens = z.object({ input: count, cacheRead: count, cacheWrite: count, output: count, reasoning: count });
export type Tokens = z.infer<typeof tokens>;

export const unknownTokens: Tokens = { input: null, cacheRead: null, cacheWrite: null, output: null, reasoning: null };
