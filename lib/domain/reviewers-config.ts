import * as z from 'zod';
import { modelProvider } from './summaries-config.ts';

/** The part of the configuration file about reviewers, with its key names. */
export const reviewersConfig = z
  .strictObject({
    /** Files of bundles; relative ones are beside the configuration file. Without any, nothing is reviewed. */
    bundles: z.array(z.string().min(1).max(1_000)).max(50).default([]),
    /** `auto`: by the name of each model; `script`: answers come from the file `script`, and nothing is sent. */
    provider: z.enum(['auto', ...modelProvider.options, 'script']).default('auto'),
    /** A file of scripted answers, for rehearsals without a key. */
    script: z.string().min(1).max(1_000).optional(),
    /** Default for reviewers without a model. */
    model: z.string().trim().min(1).max(200).optional(),
    /** Other names for models of bundles, such as the one that a local server knows. */
    models: z.record(z.string(), z.string().trim().min(1).max(200)).default({}),
    /** Reviewers at a time, over all runs. */
    concurrency: z.int().min(1).max(50).default(10),
    /** Maximum length of a reviewer's input, in characters. */
    budget: z.int().min(2_000).max(1_000_000).default(120_000),
    /** US dollars a day (UTC) from which no reviewer is asked; null: no limit. */
    daily_budget_usd: z.number().positive().max(100_000).nullable().default(null),
    /** Folders that files may be read below; without any, the folder of the session, unless that is a home folder or above. */
    roots: z.array(z.string().min(1).max(4_096)).max(50).default([]),
  })
  .refine(({ provider, script }) => provider !== 'script' || script !== undefined, {
    path: ['script'],
    error: 'is required with `provider: script`. Name a file of scripted answers',
  });
export type ReviewersConfig = z.output<typeof reviewersConfig>;
export const defaultReviewersConfig: ReviewersConfig = reviewersConfig.parse({});
