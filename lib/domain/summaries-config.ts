import * as z from 'zod';

/** Who answers: Anthropic, or a server that speaks the chat completions of OpenAI. */
export const modelProvider = z.enum(['anthropic', 'openai']);
export type ModelProvider = z.infer<typeof modelProvider>;

/** The part of the configuration file about summaries, with its key names. */
export const summariesConfig = z
  .strictObject({
    /** `none`: nothing is sent to a model. */
    provider: z.enum(['none', ...modelProvider.options]).default('none'),
    /** Name of the model, as the provider knows it. */
    model: z.string().trim().min(1).max(200).optional(),
    /** Requests at a time. */
    concurrency: z.int().min(1).max(16).default(2),
    /** Maximum length of the text about a turn in a request, in characters. */
    budget: z.int().min(2_000).max(200_000).default(24_000),
  })
  .refine(({ provider, model }) => provider === 'none' || model !== undefined, {
    path: ['model'],
    error: 'is required with a provider. Use a name such as claude-haiku-4-5',
  });
export type SummariesConfig = z.output<typeof summariesConfig>;
export const defaultSummariesConfig: SummariesConfig = summariesConfig.parse({});

/**
 * Whether summaries are written by a model. `off`: the configuration asks for no model; `no_key`: it does, but the key is missing;
 * `bad_url`: requests to `OPENAI_BASE_URL` could be read on their way, or it is not a URL; `on`: turns are sent to the model.
 */
export const modelState = z.object({
  state: z.enum(['off', 'no_key', 'bad_url', 'on']),
  provider: modelProvider.nullable(),
  model: z.string().nullable(),
  /** Environment variables that hold a key. */
  keys: z.array(z.string()),
  /** The state, and what changes it, in words. */
  message: z.string(),
});
export type ModelState = z.infer<typeof modelState>;

/** `waiting`: turns that the model is yet to be asked about. */
export const summarySettings = modelState.extend({ waiting: z.int() });
export type SummarySettings = z.infer<typeof summarySettings>;
