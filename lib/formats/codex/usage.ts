import type { Tokens } from '../../domain/tokens.ts';
import { toCount, toObject, type JsonObject } from '../narrow.ts';
import type { LineContext } from './drafting.ts';
import { responseOf } from './line-keys.ts';
import type { Totals } from './reader-state.ts';

/**
 * Counts a `token_count`. Its totals are cumulative and given again unchanged: what they grew by is one response. The
 * totals that a fork or subagent begins with are its parent's and count only as far as its last response goes.
 */
export const addUsage = (context: LineContext, info: JsonObject): void => {
  const { state } = context;
  const total = toTotals(info.total_token_usage);
  const last = toTotals(info.last_token_usage) ?? (total ? null : toTotals(info));
  const before = state.totals;
  const grown = toGrowth(before, total, last, state.isChild);
  state.totals = total ?? before;
  if (grown !== null && !state.isRecorded) addResponse(context, grown);
};

/** Counts a `token_usage_record`: one response, from 0.153 on. The totals that follow repeat it. */
export const addRecordedUsage = (context: LineContext): void => {
  const usage = toTotals(context.payload.usage);
  if (usage === null) return;
  context.state.isRecorded = true;
  addResponse(context, usage);
};

/** One response; what is a copy of the parent's is numbered and not counted. */
const addResponse = ({ state, session, out, atMs, isInherited }: LineContext, used: Totals): void => {
  if (used.input + used.output === 0) return;
  const webSearches = state.searches || null;
  if (!isInherited)
    out.responses.push({ session, nativeId: responseOf(state), model: state.model, tokens: toTokens(used), webSearches, atMs });
  state.response += 1;
  state.searches = 0;
};

const toGrowth = (before: Totals | null, total: Totals | null, last: Totals | null, isChild: boolean): Totals | null => {
  if (!total) return last;
  if (!before) return isChild ? last : total;
  const grown: Totals = {
    input: total.input - before.input,
    cached: total.cached - before.cached,
    cacheWrite: total.cacheWrite === null ? null : total.cacheWrite - (before.cacheWrite ?? 0),
    output: total.output - before.output,
    reasoning: total.reasoning === null ? null : total.reasoning - (before.reasoning ?? 0),
  };
  // Totals that shrank were restarted.
  return grown.input < 0 || grown.output < 0 ? (last ?? total) : grown;
};

const toTotals = (value: unknown): Totals | null => {
  const usage = toObject(value);
  const [input, output] = [toCount(usage?.input_tokens), toCount(usage?.output_tokens)];
  if (!usage || (input === null && output === null)) return null;
  return {
    input: input ?? 0,
    cached: toCount(usage.cached_input_tokens) ?? 0,
    cacheWrite: toCount(usage.cache_write_input_tokens),
    output: output ?? 0,
    reasoning: toCount(usage.reasoning_output_tokens),
  };
};

/** Codex counts cached tokens as input; here they are separate. */
const toTokens = ({ input, cached, cacheWrite, output, reasoning }: Totals): Tokens => {
  const cacheRead = Math.max(0, cached);
  const written = cacheWrite === null ? null : Math.max(0, cacheWrite);
  return {
    input: Math.max(0, input - cacheRead - (written ?? 0)),
    cacheRead,
    cacheWrite: written,
    output,
    reasoning: reasoning === null ? null : Math.max(0, reasoning),
  };
};

/** Usage of one turn of `codex exec`, or null. */
export const toTurnTokens = (usage: unknown): Tokens | null => {
  const totals = toTotals(usage);
  return totals && toTokens(totals);
};
