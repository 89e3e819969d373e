import { toJson, toList, toName, toObject, toObjects, toText, type JsonObject } from '../narrow.ts';
import { addCall, addOutput, isMet, noteSearch } from './calls.ts';
import { addRecord, type LineContext } from './drafting.ts';
import { isNested, noteNested, toStarterOutcome } from './processes.ts';
import { ofFlag, toCommandOutcome, readDurationMs, toFlagOutcome, toStreams } from './outcome.ts';
import type { OutcomeDraft } from '../format.ts';

/** One whole call, as an event or an item reports it. */
export type ToolEvent = { callId: string | null; name: string; params: string; output: unknown; callOutcome: OutcomeDraft | null };

/** The call that an event of this type, or an item of 0.149 and later, is about; null for others. */
export const toToolEvent = (type: string | null, payload: JsonObject): ToolEvent | null => {
  const callId = toName(payload.call_id, 256) ?? toName(payload.callId, 256) ?? toName(payload.id, 256);
  const callOutcome = toFlagOutcome(payload);
  switch (type) {
    case 'exec_command_end':
    case 'CommandExecution':
      return {
        callId,
        name: 'exec_command',
        params: toJson({ command: payload.command ?? null, workdir: payload.cwd ?? null }),
        output: toText(payload.aggregated_output) ?? toStreams(payload),
        callOutcome: toCommandOutcome(payload),
      };
    case 'patch_apply_end':
    case 'FileChange':
      return {
        callId,
        name: 'apply_patch',
        params: toJson({ changes: payload.changes ?? {} }),
        output: toStreams(payload),
        callOutcome,
      };
    case 'WebSearch':
    case 'Extension': {
      const name = toName(payload.kind, 128) ?? 'web_search';
      return { callId, name, params: toJson(payload.action ?? { query: payload.query }), output: toFindings(payload.results), callOutcome };
    }
    case 'ImageView':
      return { callId, name: 'view_image', params: toJson({ path: payload.path ?? null }), output: '', callOutcome };
    case 'ImageGeneration':
      return { callId, name: 'image_generation', params: toJson({ prompt: payload.revised_prompt ?? null }), output: '', callOutcome };
    case 'CollabAgentToolCall':
      return {
        callId,
        name: toName(payload.tool, 128) ?? 'collab',
        params: toJson({ prompt: payload.prompt ?? null }),
        output: '',
        callOutcome,
      };
    case 'mcp_tool_call_end':
      return toMcpCall(callId, toObject(payload.invocation) ?? {}, payload);
    case 'McpToolCall':
      return toMcpCall(callId, payload, payload);
    case 'dynamic_tool_call_response': {
      const params = toJson(payload.arguments ?? {});
      return { callId, name: toName(payload.tool, 256) ?? 'unknown', params, output: payload.content_items, callOutcome };
    }
    default:
      return null;
  }
};

const toMcpCall = (callId: string | null, call: JsonObject, payload: JsonObject): ToolEvent => {
  const answer = toObject(payload.result);
  const ok = toObject(answer?.Ok) ?? (answer && 'content' in answer ? answer : null);
  const failure = answer?.Err ?? payload.error ?? null;
  const durationMs = readDurationMs(payload.duration);
  const flag = ok ? ofFlag(ok.isError !== true, durationMs) : failure === null ? toFlagOutcome(payload) : ofFlag(false, durationMs);
  return {
    callId,
    name: `mcp__${toName(call.server, 128) ?? ''}__${toName(call.tool, 128) ?? ''}`,
    params: toJson(call.arguments ?? {}),
    output: ok?.content ?? failure ?? '',
    callOutcome: flag,
  };
};

/** Results of a search: title, address and text of each. */
const toFindings = (results: unknown): string =>
  toObjects(toList(results) ?? [])
    .map((one) => [one.title, one.url, one.snippet].flatMap((text) => toText(text) || []).join('\n'))
    .join('\n\n');

const toEndText = (callOutcome: OutcomeDraft | null): string =>
  callOutcome?.exitCode === undefined || callOutcome.exitCode === null
    ? (callOutcome?.outcome ?? 'ended')
    : `exited with ${String(callOutcome.exitCode)}`;

/**
 * An event about a call that has lines of its own adds how it ended; one about a call that a script made is part of that script's
 * call; any other is all there is of its call.
 */
export const addToolEvent = (context: LineContext, type: string, event: ToolEvent): void => {
  const { callId, name, params, output, callOutcome } = event;
  if (callId !== null && isMet(context, callId)) {
    const own = callOutcome && toStarterOutcome(context.state, callId, callOutcome);
    // No other line holds the output of the process before it failed.
    const text = own?.isLate && own.callOutcome.outcome === 'error' ? (toText(output) ?? '') : '';
    addRecord(context, 'meta', text, { subtype: type, ...(own && { outcomeOverride: { nativeCallId: callId, ...own.callOutcome } }) });
  } else if (isNested(context.state, callId)) {
    noteNested(context.state, event);
    noteSearch(context, name, params);
    addRecord(context, 'meta', `${name} ${toEndText(callOutcome)}: ${params}`.slice(0, 2000), { subtype: type });
  } else {
    addCall(context, callId, name, params, type);
    addOutput(context, callId, output, callOutcome);
  }
};
