import { toCounted, unknownTokens, type Tokens } from '../../domain/tokens.ts';
import { toModelName } from '../../pricing/model-name.ts';
import type { Drafts, Line } from '../format.ts';
import { toUsd, toObject, toObjects, toText, type JsonObject } from '../narrow.ts';
import { toTokens } from './assistant-entry.ts';
import type { Entry } from './entry.ts';
import { childIdOf } from './sidechains.ts';
import { isShort, type PrintedTotals, type ReaderState } from './reader-state.ts';
import { addTitle } from './session-facts.ts';

const maxModels = 8;

/** Remembers who answered. */
export const noteSpeaker = ({ speakers }: ReaderState, entry: Entry, session: string, isChild: boolean): void => {
  if (!entry.isPrinted || entry.type !== 'assistant') return;
  if (isChild && isShort(session) && speakers.children.length < 2 && !speakers.children.includes(session)) speakers.children.push(session);
  const { model } = entry;
  if (model !== null && speakers.models.length < maxModels && !speakers.models.includes(model)) speakers.models.push(model);
};

/** Notes which agent a call starts: later lines of the agent name the call alone, and its own file the agent alone. */
export const noteTaskStarted = (state: ReaderState, entry: Entry, base: string, line: Line, out: Drafts): void => {
  const { value } = entry;
  const [callId, agentId] = [toText(value.tool_use_id), toText(value.task_id)];
  if (value.task_type !== 'local_agent' || callId === null || agentId === null || !isShort(callId) || !isShort(agentId)) return;
  state.agents.set(callId, agentId);
  const child = childIdOf(base, agentId);
  out.sessions.push({
    nativeId: child,
    line: line.number,
    atMs: entry.atMs,
    parentNativeId: base,
    relation: 'subagent',
    agentName: toText(value.subagent_type),
  });
  addTitle(out, child, line.number, entry.atMs, toText(value.description) ?? '', 3);
};

/**
 * Reports the usage of a run, as its last line states it, and answers what the run cost; null: unknown. Its `usage` is that of the session alone; where one subagent answered, the
 * rest of `modelUsage` is that subagent's.
 */
export const addRunTotals = (state: ReaderState, entry: Entry, session: string, line: Line, out: Drafts): number | null => {
  const { value } = entry;
  const before = state.runs.get(session);
  const sinceLast = toObject(value.model_usage_since_last_result) ?? (before ? null : toObject(value.modelUsage));
  const printed = toTokens(toObject(value.usage) ?? {});
  // A proxy that counts nothing prints zeros; a run that failed may have used nothing.
  const own = value.is_error === true ? printed : toCounted(printed);
  const reportedUsd = own === unknownTokens && toUsd(value.total_cost_usd) === 0 ? null : toUsd(value.total_cost_usd);
  const { children, models } = state.speakers;
  const add = (id: string, tokens: Tokens, costUsd: number | null): void => {
    const known = state.runs.get(id);
    const totals: PrintedTotals = {
      run: known?.run ?? entry.uuid ?? line.hash,
      tokens: known ? mapTokens(known.tokens, tokens, addKnown) : tokens,
      costUsd: addKnown(known?.costUsd ?? null, costUsd),
      reportedUsd,
    };
    if (isShort(id)) state.runs.set(id, totals);
    const { run } = totals;
    out.sessions.push({ nativeId: id, line: line.number, atMs: entry.atMs, run, tokens: totals.tokens, costUsd: totals.costUsd });
  };
  const costUsd = toRunCost(toObject(value.model_usage_since_last_result), reportedUsd, before?.reportedUsd ?? null);
  add(session, own, costUsd);
  const [child] = children;
  const rest = sinceLast && mapTokens(sumModels(sinceLast, models), own, (all, part) => (all ?? 0) - (part ?? 0));
  if (child !== undefined && children.length === 1 && rest && Object.values(rest).every((count) => count === null || count >= 0))
    add(child, rest, null);
  state.speakers = { children: [], models: [] };
  return costUsd;
};

/** The cost of this run alone: `total_cost_usd` also counts the session that it resumed. */
const toRunCost = (sinceLast: JsonObject | null, reportedUsd: number | null, beforeUsd: number | null): number | null => {
  const costs = sinceLast ? toObjects(Object.values(sinceLast)).map(({ costUSD }) => toUsd(costUSD)) : [];
  if (costs.length > 0) return costs.reduce(addKnown, null);
  return reportedUsd === null ? null : Math.max(0, reportedUsd - (beforeUsd ?? 0));
};

const sumModels = (usage: JsonObject, models: readonly string[]): Tokens =>
  Object.entries(usage)
    .filter(([name]) => models.includes(toModelName(name)))
    .map(([, counts]) => toObject(counts) ?? {})
    .map(({ inputTokens, cacheReadInputTokens, cacheCreationInputTokens, outputTokens }) =>
      toTokens({
        input_tokens: inputTokens,
        cache_read_input_tokens: cacheReadInputTokens,
        cache_creation_input_tokens: cacheCreationInputTokens,
        output_tokens: outputTokens,
      }),
    )
    .reduce((sum, one) => mapTokens(sum, one, addKnown), toTokens({}));

const addKnown = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : a + b);

const mapTokens = (a: Tokens, b: Tokens, combine: (a: number | null, b: number | null) => number | null): Tokens => ({
  input: combine(a.input, b.input),
  cacheRead: combine(a.cacheRead, b.cacheRead),
  cacheWrite: combine(a.cacheWrite, b.cacheWrite),
  output: combine(a.output, b.output),
  reasoning: null,
});
