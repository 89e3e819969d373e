/** SQL over `responses`: what keeps a sum from being exact. */

/** The output was counted when the answer began. */
export const isPartial = 'is_partial IS 1';

/** No count is known. */
export const isUncounted = 'coalesce(tokens_input, tokens_cache_read, tokens_cache_write, tokens_output) IS NULL';

/** The cost is more than is known of it; what a source reports itself is taken as the whole. */
export const isCostAtLeast = `(cost_usd IS NULL AND ${isUncounted} OR ${isPartial} AND cost_reported = 0)`;
