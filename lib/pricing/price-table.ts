/** The day on which the prices below were in force. A response of another day is priced by them all the same. */
export const pricesAsOf = '2026-11-01';

/** US dollars for a million tokens. */
export type Rates = { input: number; output: number; cacheRead: number; cacheWrite5m: number; cacheWrite1h: number };

/** One search that Anthropic or OpenAI runs for a model, in US dollars: 10 for 1,000. */
export const searchUsd = 0.01;

/**
 * `longPrompt`: rates of a whole response whose prompt, cache included, is over `aboveTokens`. `fast`: by what the rates are multiplied in
 * fast mode; absent: that price is not known.
 */
export type Price = Rates & { longPrompt?: Rates & { aboveTokens: number }; fast?: number };

/** Anthropic: reading the cache costs a tenth of the input unless given; writing it 1.25 times for five minutes, twice for an hour. */
const anthropic = (input: number, output: number, cacheRead = input / 10): Rates => ({
  input,
  output,
  cacheRead,
  cacheWrite5m: input * 1.25,
  cacheWrite1h: input * 2,
});

/** OpenAI: writing the cache costs what the input costs. */
const openai = (input: number, output: number, cacheRead: number): Rates => ({
  input,
  output,
  cacheRead,
  cacheWrite5m: input,
  cacheWrite1h: input,
});

/** OpenAI since GPT-5.6: writing the cache costs 1.25 times the input. */
const openaiWithCacheWrite = (input: number, output: number, cacheRead: number): Rates => ({
  ...openai(input, output, cacheRead),
  cacheWrite5m: input * 1.25,
  cacheWrite1h: input * 1.25,
});

/** Over 272,000 tokens of prompt a whole response costs twice the input and cache, and 1.5 times the output. */
const withLongPrompt = (rates: Rates): Price => ({
  ...rates,
  longPrompt: {
    input: rates.input * 2,
    output: rates.output * 1.5,
    cacheRead: rates.cacheRead * 2,
    cacheWrite5m: rates.cacheWrite5m * 2,
    cacheWrite1h: rates.cacheWrite1h * 2,
    aboveTokens: 272_000,
  },
});

/** List prices by the model's name without provider, date and revision. Uncertain prices are left out: those costs are unknown. */
export const priceTable: Readonly<Record<string, Price>> = {
  'claude-fable-5': anthropic(10, 50),
  'claude-fable-5-1': anthropic(10, 50, 0.25),
  'claude-opus-5-5': anthropic(4, 20, 0.2),
  'claude-opus-5': anthropic(5, 25),
  'claude-opus-4-8': anthropic(5, 25),
  'claude-opus-4-7': { ...anthropic(5, 25), fast: 6 },
  'claude-opus-4-6': { ...anthropic(5, 25), fast: 6 },
  'claude-opus-4-5': anthropic(5, 25),
  'claude-opus-4-1': anthropic(15, 75),
  'claude-opus-4-0': anthropic(15, 75),
  'claude-opus-4': anthropic(15, 75),
  'claude-3-opus': anthropic(15, 75),
  'claude-sonnet-5-5': anthropic(2, 10, 0.1),
  'claude-sonnet-5': anthropic(2, 10),
  'claude-sonnet-4-6': anthropic(3, 15),
  'claude-sonnet-4-5': anthropic(3, 15),
  'claude-sonnet-4-0': anthropic(3, 15),
  'claude-sonnet-4': anthropic(3, 15),
  'claude-3-7-sonnet': anthropic(3, 15),
  'claude-3-5-sonnet': anthropic(3, 15),
  'claude-haiku-5-5': { ...anthropic(0.1, 0.5), longPrompt: { ...anthropic(0.5, 2.5), aboveTokens: 100_000 } },
  'claude-haiku-4-5': anthropic(1, 5),
  'claude-3-5-haiku': anthropic(0.8, 4),
  'claude-3-haiku': { input: 0.25, output: 1.25, cacheRead: 0.03, cacheWrite5m: 0.3, cacheWrite1h: 0.5 },
  'gpt-6.1-sol': withLongPrompt(openaiWithCacheWrite(2, 10, 0.1)),
  'gpt-6-sol': withLongPrompt(openaiWithCacheWrite(2, 10, 0.2)),
  'gpt-6-astra': withLongPrompt(openaiWithCacheWrite(10, 50, 1)),
  'gpt-6-luna': withLongPrompt(openaiWithCacheWrite(0.1, 0.5, 0.01)),
  'gpt-5.6-sol': withLongPrompt(openaiWithCacheWrite(4, 20, 0.4)),
  'gpt-5.6-terra': withLongPrompt(openaiWithCacheWrite(2, 12, 0.2)),
  'gpt-5.6-luna': withLongPrompt(openaiWithCacheWrite(0.2, 1.2, 0.02)),
  'gpt-5.5': withLongPrompt(openai(5, 30, 0.5)),
  'gpt-5.4': withLongPrompt(openai(2.5, 15, 0.25)),
  'gpt-5.4-mini': openai(0.75, 4.5, 0.075),
  'gpt-5.4-nano': openai(0.2, 1.25, 0.02),
  'gpt-5.3-codex': openai(1.75, 14, 0.175),
  'gpt-5.2-codex': openai(1.75, 14, 0.175),
  'gpt-5.2': openai(1.75, 14, 0.175),
  'gpt-5.1-codex-max': openai(1.25, 10, 0.125),
  'gpt-5.1-codex-mini': openai(0.25, 2, 0.025),
  'gpt-5.1-codex': openai(1.25, 10, 0.125),
  'gpt-5.1': openai(1.25, 10, 0.125),
  'gpt-5-codex': openai(1.25, 10, 0.125),
  'gpt-5': openai(1.25, 10, 0.125),
  'gpt-5-mini': openai(0.25, 2, 0.025),
  'gpt-5-nano': openai(0.05, 0.4, 0.005),
  'codex-mini': openai(1.5, 6, 0.375),
  'gpt-4.1': openai(2, 8, 0.5),
  'gpt-4.1-mini': openai(0.4, 1.6, 0.1),
  'gpt-4.1-nano': openai(0.1, 0.4, 0.025),
  'gpt-4o': openai(2.5, 10, 1.25),
  'gpt-4o-mini': openai(0.15, 0.6, 0.075),
  o3: openai(2, 8, 0.5),
  'o4-mini': openai(1.1, 4.4, 0.275),
};
