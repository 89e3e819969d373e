import { outcomeNames } from '../../domain/outcome-names.ts';
import { addRecord, type ElementContext } from '../elements/drafting.ts';
import { toPartsContent } from '../elements/content-parts.ts';
import type { OutcomeDraft } from '../format.ts';
import { toCount, toExitCode, toJson, toList, toName, toObject, toObjects, toText, toUsd, type JsonObject } from '../narrow.ts';
import type { AddLinks } from './links.ts';
import { listResultRefs } from './trajectories.ts';

/** Maps one step: message, reasoning, calls, results, usage. */
export const readStep = (context: ElementContext, step: JsonObject, addLinks: AddLinks): void => {
  if (step.is_copied_context === true) {
    const { text, attachments } = toPartsContent(step.message);
    addRecord({ ...context, response: null }, 'meta', text, { subtype: 'copied_context', attachments });
    return;
  }
  addUsage(context, toObject(step.metrics));
  addMessage(context, step);
  const calls = toObjects(toList(step.tool_calls) ?? []);
  for (const call of calls) {
    const name = toName(call.function_name, 256) ?? 'unknown';
    const params = toText(call.arguments) ?? toTextArguments(call) ?? toJson(call.arguments ?? {});
    addRecord(context, 'tool_call', '', { call: { nativeCallId: toCallId(call.tool_call_id), name, params } });
  }
  addResults(context, toObjects(toList(toObject(step.observation)?.results) ?? []), calls, addLinks);
};

/** A result that names no call is the only call's, where nothing else is, or the step's as a whole. */
const addResults = (context: ElementContext, results: readonly JsonObject[], calls: readonly JsonObject[], addLinks: AddLinks): void => {
  const only = calls.length === 1 ? toCallId(calls[0]?.tool_call_id) : null;
  let answered = results.some((result) => toCallId(result.source_call_id) !== null);
  for (const result of results) {
    const named = toCallId(result.source_call_id);
    addResult(context, result, named ?? (answered ? null : only));
    addLinks(context, named ?? only, listResultRefs(result));
    answered = true;
  }
};

/** Text arguments that our export wraps in an object, since the format has no other arguments. */
const toTextArguments = ({ arguments: given, extra }: JsonObject): string | null =>
  toObject(extra)?.is_text === true ? toText(toObject(given)?.input) : null;

const toCallId = (value: unknown): string | null => toName(value, 256);

const addMessage = (context: ElementContext, step: JsonObject): void => {
  const reasoning = toText(step.reasoning_content);
  if (reasoning) addRecord(context, 'reasoning', reasoning);
  const { text, attachments } = toPartsContent(step.message);
  const isEmpty = text === '' && attachments.length === 0;
  const compaction = toText(toObject(toObject(step.extra)?.context_management)?.type);
  if (step.source === 'user') addRecord(context, 'prompt', text, { attachments });
  else if (step.source === 'system' && compaction !== null) addRecord(context, 'boundary', text, { subtype: compaction, attachments });
  else if (step.source === 'system') addRecord(context, 'system', text, { attachments });
  else if (step.source !== 'agent') addRecord(context, 'meta', toJson(step), { subtype: toName(step.source, 64), unknown: true });
  else if (!isEmpty) addRecord(context, 'response', text, { attachments });
  else if (!reasoning && !toList(step.tool_calls)?.length) addRecord(context, 'meta', '', { subtype: 'empty' });
};

/** A step has one time, which says nothing of when its results came. */
const addResult = (context: ElementContext, result: JsonObject, nativeCallId: string | null): void => {
  const { text, attachments } = toPartsContent(result.content);
  if (nativeCallId === null) addRecord(context, 'system', text, { subtype: 'observation', attachments });
  else addRecord(context, 'tool_result', text, { atMs: null, attachments, result: { nativeCallId, ...toOutcome(result) } });
};

/** The format has no field for success; some writers say it in `extra`. */
const toOutcome = (result: JsonObject): OutcomeDraft => {
  const extra = toObject(result.extra) ?? {};
  const named = outcomeNames.find((name) => name === extra.outcome);
  if (named) return { outcome: named, outcomeSource: 'flag' };
  const detail = toObject(extra.tool_result_metadata) ?? {};
  const flag = [extra.is_error, detail.is_error].find((one) => typeof one === 'boolean');
  const exitCode = toExitCode(extra.exit_code) ?? toExitCode(detail.exit_code);
  if (flag !== undefined) return { outcome: flag ? 'error' : 'ok', outcomeSource: 'flag', exitCode };
  if (exitCode === null) return { outcome: 'unknown', outcomeSource: 'none' };
  return { outcome: exitCode === 0 ? 'ok' : 'error', outcomeSource: 'exit_code', exitCode };
};

const addUsage = (context: ElementContext, metrics: JsonObject | null): void => {
  if (!metrics || context.response === null) return;
  const { out, session, response, model, atMs } = context;
  const tokens = toTokens(toCount(metrics.prompt_tokens), toCount(metrics.cached_tokens), toCount(metrics.completion_tokens));
  const isPartial = toObject(metrics.extra)?.at_least === true ? true : null;
  out.responses.push({ session, nativeId: response, model, tokens, isPartial, costUsd: toUsd(metrics.cost_usd), atMs });
};

/** The source counts cached tokens as part of the prompt's. */
export const toTokens = (prompt: number | null, cached: number | null, output: number | null) => ({
  input: prompt === null ? null : Math.max(0, prompt - (cached ?? 0)),
  cacheRead: cached,
  cacheWrite: null,
  output,
  reasoning: null,
});
