import type { Attachment } from '../../domain/attachment.ts';
import type { SessionRecord } from '../../domain/record.ts';
import { parseJson } from '../../domain/parse-json.ts';
import type { Summary } from '../../domain/summary.ts';
import { printIso } from '../../print/time.ts';
import type { Entry } from './list-entries.ts';

type Call = { tool_call_id: string; function_name: string; arguments: object; extra?: { is_text: true } };
type Result = {
  source_call_id: string;
  content: string;
  extra?: { is_error?: boolean; outcome?: string; exit_code?: number };
  subagent_trajectory_ref?: { trajectory_id: string }[];
};
export type Step = {
  step_id: number;
  timestamp?: string;
  source: 'user' | 'system' | 'agent';
  model_name?: string;
  message: string;
  reasoning_content?: string;
  tool_calls?: Call[];
  observation?: { results: Result[] };
  metrics?: { prompt_tokens?: number; completion_tokens?: number; cached_tokens?: number; cost_usd?: number; extra?: { at_least: true } };
  is_copied_context?: true;
  extra?: { context_management?: { type: string }; attachments?: Attachment[]; turn_summary?: TurnSummary };
};
/** Summary of the turn that the step begins. */
type TurnSummary = Pick<Summary, 'summary' | 'tools_rationale' | 'key_findings' | 'confidence_level' | 'method'> & { model?: string };

/** A step that begins with a record; null for what is no part of the conversation. */
export const openStep = ({ record, text }: Entry, stepId: number): Step | null => {
  const { kind, atMs, inheritedFrom, model, attachments } = record;
  const isSilent = kind === 'meta' || (kind === 'reasoning' && text === '');
  // The cost of a response counts even where its content is unknown.
  if (isSilent && record.responseTokens === null) return null;
  const isAgent = isSilent || kind === 'response' || kind === 'reasoning' || kind === 'tool_call';
  const extra = {
    ...(kind === 'boundary' && { context_management: { type: record.subtype ?? 'compaction' } }),
    ...(attachments.length > 0 && { attachments }),
  };
  return {
    step_id: stepId,
    ...(atMs !== null && { timestamp: printIso(atMs) }),
    source: isAgent ? 'agent' : kind === 'prompt' ? 'user' : 'system',
    ...(isAgent && model !== null && { model_name: model }),
    message: isAgent ? '' : text,
    ...toMetrics(record),
    ...(inheritedFrom !== null && { is_copied_context: true as const }),
    ...(Object.keys(extra).length > 0 && { extra }),
  };
};

/** Adds the summary of the turn that a step begins; changes `step` in place. */
export const addSummary = (step: Step, { summary, tools_rationale, key_findings, confidence_level, method, model }: Summary): void => {
  const own = { summary, tools_rationale, key_findings, confidence_level, method };
  step.extra = { ...step.extra, turn_summary: { ...own, ...(model && { model: model.model }) } };
};

/** Whether a record continues a step: reading the step again gives reasoning, message, calls and results, in this order. */
export const continuesStep = ({ record, text }: Entry, step: Step): boolean => {
  if (step.source !== 'agent' || record.attachments.length > 0) return false;
  if (record.kind === 'tool_call') return true;
  if (step.tool_calls || step.message !== '') return false;
  return record.kind === 'response' || (record.kind === 'reasoning' && (text === '' || step.reasoning_content === undefined));
};

/** Adds a record of the model; changes `step` in place. */
export const addToStep = (entry: Entry, step: Step): void => {
  const { record, text, call } = entry;
  if (call) {
    step.tool_calls = [...(step.tool_calls ?? []), toCall(call)];
    if (call.wholeResult !== null) step.observation = { results: [...(step.observation?.results ?? []), toResult(call, call.wholeResult)] };
  } else if (record.kind === 'reasoning' && text !== '') step.reasoning_content = text;
  else if (record.kind === 'response') step.message = text;
};

/** The native id, by which other files of the run know the call. */
const toCallId = ({ nativeCallId, id }: NonNullable<Entry['call']>): string => nativeCallId ?? id;

/** Arguments are an object by the specification; others are marked, so that they are read as they were. */
const toCall = (call: NonNullable<Entry['call']>): Call => {
  const named = { tool_call_id: toCallId(call), function_name: call.name };
  try {
    const value = parseJson(call.params);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...named, arguments: value };
  } catch {
    // Not JSON, or over the limits of what is parsed.
  }
  return { ...named, arguments: { input: call.params }, extra: { is_text: true } };
};

const toResult = (call: NonNullable<Entry['call']>, content: string): Result => {
  const { outcome, exitCode, childSessionId } = call;
  const extra = {
    ...((outcome === 'ok' || outcome === 'error') && { is_error: outcome === 'error' }),
    ...(outcome !== 'ok' && outcome !== 'error' && outcome !== 'unknown' && { outcome }),
    ...(exitCode !== null && { exit_code: exitCode }),
  };
  return {
    source_call_id: toCallId(call),
    content,
    ...(Object.keys(extra).length > 0 && { extra }),
    ...(childSessionId !== null && { subagent_trajectory_ref: [{ trajectory_id: childSessionId }] }),
  };
};

/** Metrics of the response that the record opens. In the format, prompt tokens include cached ones. */
const toMetrics = ({ responseTokens: tokens, responseCostUsd: costUsd, responseAtLeast }: SessionRecord): Pick<Step, 'metrics'> => {
  const metrics = tokens && toTokenMetrics(tokens.input, tokens.cacheRead, tokens.cacheWrite, tokens.output);
  const all = {
    ...metrics,
    ...(costUsd !== null && { cost_usd: costUsd }),
    ...(responseAtLeast === true && { extra: { at_least: true as const } }),
  };
  return Object.keys(all).length === 0 ? {} : { metrics: all };
};

const toTokenMetrics = (input: number | null, read: number | null, written: number | null, output: number | null) => ({
  ...(input !== null && { prompt_tokens: input + (read ?? 0) + (written ?? 0) }),
  ...(output !== null && { completion_tokens: output }),
  ...(read !== null && { cached_tokens: read }),
});
