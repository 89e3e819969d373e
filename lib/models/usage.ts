import { ranges, toMeasured } from '../domain/measure.ts';
import type { ModelUse } from '../domain/summary.ts';
import { computeCostUsd } from '../pricing/compute-cost.ts';

type Count = number | undefined;
/** Tokens of a response, as the SDK passes them on: a server may say anything. */
export type Usage = {
  inputTokens: Count;
  inputTokenDetails: { noCacheTokens: Count; cacheReadTokens: Count; cacheWriteTokens: Count };
  outputTokens: Count;
};

/** Usage of requests to a model so far; null: unknown. */
export type ModelSpend = Pick<ModelUse, 'model' | 'calls' | 'input_tokens' | 'output_tokens' | 'cost_usd'>;

/** Before the first request. */
export const noSpend = (model: string): ModelSpend => ({ model, calls: 0, input_tokens: null, output_tokens: null, cost_usd: null });

const add = (sum: number | null, more: number | null): number | null => (more === null ? sum : (sum ?? 0) + more);

const toCount = (value: unknown): number | null => (Number.isInteger(value) ? toMeasured(value, ranges.count) : null);

/** A spend with the tokens and the cost of one more response. */
export const addUsage = <Spend extends ModelSpend>(
  spend: Spend,
  { inputTokens, inputTokenDetails: details, outputTokens }: Usage,
): Spend => {
  const tokens = {
    input: toCount(details.noCacheTokens ?? inputTokens),
    cacheRead: toCount(details.cacheReadTokens),
    cacheWrite: toCount(details.cacheWriteTokens),
    output: toCount(outputTokens),
    reasoning: null,
  };
  return {
    ...spend,
    input_tokens: add(spend.input_tokens, toCount(inputTokens)),
    output_tokens: add(spend.output_tokens, toCount(outputTokens)),
    cost_usd: add(spend.cost_usd, computeCostUsd(spend.model, { tokens })),
  };
};

/** Characters of a token: code has about three. */
const charsOfToken = 3;

/** About how many tokens a text has. */
export const estimateTokens = (text: string): number => Math.ceil(text.length / charsOfToken);
