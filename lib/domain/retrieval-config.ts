import * as z from 'zod';
import { defaultMinScore } from './retrieval.ts';

/** The part of the configuration file about examples for agents, with its key names. */
export const retrievalConfig = z.strictObject({
  /** Whether the hook gives examples at each prompt. */
  on_prompt: z.boolean().default(false),
  /** Examples at most. */
  top_k: z.int().min(1).max(10).default(2),
  /** Least score, as a part of the best one’s. */
  min_score: z.number().min(0).max(1).default(defaultMinScore),
  /** Calls and results of each example. */
  continuation_limit: z.int().min(1).max(20).default(4),
  /** Maximum length of the section. */
  max_chars: z.int().min(500).max(20_000).default(4_000),
  /** Whether sessions of other projects may be examples. */
  any_project: z.boolean().default(false),
});
export type RetrievalConfig = z.output<typeof retrievalConfig>;
export const defaultRetrievalConfig: RetrievalConfig = retrievalConfig.parse({});
