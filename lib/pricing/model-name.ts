/** Prefixes of a model's own name: providers and routers (`openrouter/openai/`), or a cloud's prefix. */
const provider = /^(?:[\w.-]+\/)+(?=[^/]+$)/u;
const cloud = /^(?:(?:us|eu|apac|jp|au|global)\.)?(?:anthropic|openai)\.(?=.)/u;

/** The mark of a context window: `[1m]`. */
const contextWindow = /\[\d+[km]\]$/u;

/** A model's own name: `openai/gpt-4o` is `gpt-4o`, and `claude-opus-4-8[1m]` is `claude-opus-4-8`. Dates and revisions stay. */
export const toModelName = (name: string): string => name.replace(provider, '').replace(cloud, '').replace(contextWindow, '');
