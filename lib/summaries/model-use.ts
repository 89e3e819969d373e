import type { ModelUse } from '../domain/summary.ts';
import { computeCostUsd } from '../pricing/compute-cost.ts';

type Count = number | undefined;
/** Tokens of a response, as the SDK counts them. */
export type Usage = {
  inputTokens: Count;
  inputTokenDetails: { noCacheTokens: Count; cacheReadTokens: Count; cacheWriteTokens: Count };
  outputTokens: Count;
};

const add = (sum: number | null, more: number | null): number | null => (more === null ? sum : (sum ?? 0) + more);

/** A use with the tokens and the cost of one more response. */
export const addUsage = (use: ModelUse, { inputTokens, inputTokenDetails: details, outputTokens }: Usage): ModelUse => {
  const tokens = {
    input: details.noCacheTokens ?? inputTokens ?? null,
    cacheRead: details.cacheReadTokens ?? null,
    cacheWrite: details.cacheWriteTokens ?? null,
    output: outputTokens ?? null,
    reasoning: null,
  };
  return {
    ...use,
    input_tokens: add(use.input_tokens, inputTokens ?? null),
    output_tokens: add(use.output_tokens, outputTokens ?? null),
    cost_usd: add(use.cost_usd, computeCostUsd(use.model, tokens, null)),
  };
};

/** Why a model gave no summary, from what each attempt said. */
export const describeFailures = (failures: readonly string[]): string => {
  const [first = '', second] = failures;
  if (second === undefined) return first;
  return first === second ? `Both attempts failed. ${first}` : `First attempt: ${first} Second attempt: ${second}`;
};
