import type { Tokens } from '../domain/tokens.ts';
import { toModelName } from './model-name.ts';
import { priceTable, searchUsd, type Price } from './price-table.ts';

/** Suffixes of a model's name: a date, a cloud's revision, a release channel. */
const versionSuffix = /(?:[-@]\d{8}|-\d{4}-\d{2}-\d{2}|-v\d+(?::\d+)?|:\d+|-latest)$/;

/** Finds the price of a model by its name without provider, date and revision. Another model of the same family is no match. */
export function findPrice(model: string): Price | null {
  let name = toModelName(model.trim().toLowerCase());
  for (;;) {
    if (Object.hasOwn(priceTable, name)) return priceTable[name] ?? null;
    const shorter = name.replace(versionSuffix, '');
    if (shorter === name) return null;
    name = shorter;
  }
}

/** Usage of a response. `cacheWrite1h`: the part of `tokens.cacheWrite` that is kept for an hour; null: no part. */
export type Usage = { tokens: Tokens; cacheWrite1h?: number | null; isFast?: boolean; webSearches?: number | null };

/**
 * List price of one response in US dollars, with the searches that the provider ran for it. Null where the model is unknown or no API
 * call (`<synthetic>`), where it was served faster at a price that is not known, or no token count is known; a count that the source
 * leaves out adds nothing. Discounts (batch, contract) and other surcharges are not in it.
 */
export function computeCostUsd(model: string | null, usage: Usage): number | null {
  const price = model === null ? null : findPrice(model);
  const factor = usage.isFast === true ? price?.fast : 1;
  if (!price || factor === undefined) return null;
  const { input, output, cacheRead, cacheWrite } = usage.tokens;
  if (input === null && output === null && cacheRead === null && cacheWrite === null) return null;
  const prompt = (input ?? 0) + (cacheRead ?? 0) + (cacheWrite ?? 0);
  const rates = price.longPrompt && prompt > price.longPrompt.aboveTokens ? price.longPrompt : price;
  const hour = Math.min(usage.cacheWrite1h ?? 0, cacheWrite ?? 0);
  const perMillion =
    (input ?? 0) * rates.input +
    (output ?? 0) * rates.output +
    (cacheRead ?? 0) * rates.cacheRead +
    ((cacheWrite ?? 0) - hour) * rates.cacheWrite5m +
    hour * rates.cacheWrite1h;
  return (perMillion * factor) / 1_000_000 + (usage.webSearches ?? 0) * searchUsd;
}
