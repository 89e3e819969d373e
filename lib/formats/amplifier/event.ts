import { toServiceFailure } from '../../session/service-failure.ts';
import { addLink } from '../links.ts';
import { toCount, toJson, toName, toObject, toText } from '../narrow.ts';
import { turnOf } from './claims.ts';
import { addCall, addPrompt, addRecord, addResult, addSpoken } from './drafting.ts';
import { fieldOf, type EventContext } from './entry.ts';
import { readAnswer, readContent, readLlmRequest, readLlmResponse } from './llm-event.ts';
import type { Channel } from './reader-state.ts';
import type { ToolEnd } from './tool-result.ts';

/** Maps one event. Every line gives at least one record. */
export const readEvent = (context: EventContext): void => {
  const { event } = context;
  const read = readers.get(event);
  read?.(context);
  if (context.nextBlock > 0) return;
  const isKnown = read !== undefined || quietEvents.has(event) || quietEvents.has(`${event.split(':', 1)[0] ?? ''}:*`);
  addRecord(context, 'meta', isKnown ? '' : toJson(context.value.data).slice(0, 2000), { subtype: event || null, unknown: !isKnown });
};

const toCallId = (context: EventContext): unknown => fieldOf(context, 'tool_call_id') ?? fieldOf(context, 'tool_id');
const toToolName = (context: EventContext): unknown => fieldOf(context, 'tool_name') ?? fieldOf(context, 'tool');

const readCall = (context: EventContext, channel: Channel): void => {
  const input = fieldOf(context, 'tool_input') ?? fieldOf(context, 'input') ?? fieldOf(context, 'arguments');
  addCall(context, toCallId(context), toToolName(context), input, channel);
};

const readResult = (context: EventContext, channel: Channel): void => {
  const end: ToolEnd = {
    name: toName(toToolName(context), 256),
    result: fieldOf(context, 'result') ?? fieldOf(context, 'tool_response') ?? null,
    error: fieldOf(context, 'error') ?? null,
    status: channel === 'error' ? 'error' : (fieldOf(context, 'status') ?? null),
    durationMs: fieldOf(context, 'duration_ms'),
  };
  addResult(context, toCallId(context), end, channel);
};

/** Its answer usually repeats the model's last text. In a log without texts it is the only sign that there was an answer. */
const readCompletion = (context: EventContext): void => {
  const { data, state, session } = context;
  addSpoken(context, 'response', toText(data.response) ?? toText(toObject(data.response)?.text) ?? '', 'done');
  const { prompts, texts, response, model } = turnOf(state, session);
  if (prompts > 0 && texts === 0) addRecord(context, 'reasoning', '', { subtype: 'redacted', response, model });
};

const readCompaction = (context: EventContext): void => {
  const [before, after] = [toCount(context.data.before_tokens), toCount(context.data.after_tokens)];
  const size = before === null || after === null ? '' : `: ${before} to ${after} tokens`;
  addRecord(context, 'boundary', `Conversation compacted${size}`, { subtype: context.event });
};

/** The end of a run; one that did not succeed shows in the conversation. */
const readRunEnd = (context: EventContext): void => {
  const status = toName(fieldOf(context, 'status'), 64) ?? 'unknown';
  const turns = toCount(context.data.turn_count);
  const text = `Run ended: ${status}${turns === null ? '' : `, ${turns} turns`}`;
  addRecord(context, status === 'success' || status === 'ok' ? 'meta' : 'system', text, { subtype: context.event });
};

/** Links the call to the session that it started; anything else is in that session itself. */
const readDelegation = (context: EventContext): void => {
  const { data, out, session } = context;
  const child = toName(data.sub_session_id, 512) ?? toName(data.child_session_id, 512) ?? toName(data.session_id, 512);
  addLink(out, session, toName(toCallId(context), 256), child);
  addRecord(context, 'meta', toName(data.agent, 256) ?? '', { subtype: context.event });
};

/** A message to the operator, or a decision of the operator. */
const readNotice = (context: EventContext): void => {
  const error = fieldOf(context, 'error');
  const message = toText(error) ?? toText(toObject(error)?.message) ?? toText(context.data.message) ?? toText(context.data.reason);
  const text = message ?? toJson(context.data).slice(0, 2000);
  addRecord(context, 'system', text, { subtype: context.event === 'provider:error' ? toServiceFailure(text) : context.event });
};

const readers: ReadonlyMap<string, (context: EventContext) => void> = new Map([
  ['prompt:submit', (context: EventContext) => addPrompt(context, toText(context.data.prompt) ?? toText(context.data.content) ?? '')],
  ['prompt:complete', readCompletion],
  ['llm:request', readLlmRequest],
  ['provider:request', readLlmRequest],
  ['llm:response', readLlmResponse],
  ['llm:request:debug', readLlmRequest],
  ['llm:request:raw', readLlmRequest],
  ['llm:response:raw', (context: EventContext) => readAnswer(context, 'raw')],
  ['content_block:end', (context: EventContext) => readContent(context, context.data.block, 'block')],
  ['thinking:final', (context: EventContext) => readContent(context, { ...context.data, type: 'thinking' }, 'think')],
  ['tool:pre', (context: EventContext) => readCall(context, 'pre')],
  ['tool:start', (context: EventContext) => readCall(context, 'start')],
  ['tool:post', (context: EventContext) => readResult(context, 'post')],
  ['tool:end', (context: EventContext) => readResult(context, 'end')],
  ['tool:error', (context: EventContext) => readResult(context, 'error')],
  ['context:compaction', readCompaction],
  ['context:post_compact', readCompaction],
  ['orchestrator:complete', readRunEnd],
  ...['agent_spawned', 'agent_resumed', 'agent_completed', 'agent_cancelled'].map((name) => [`delegate:${name}`, readDelegation] as const),
  ...['provider:error', 'delegate:error', 'recipe:error', 'user:notification', 'policy:violation', 'deprecation:warning'].map(
    (name) => [name, readNotice] as const,
  ),
  ...['approval:required', 'approval:granted', 'approval:denied', 'cancel:requested', 'cancel:completed'].map(
    (name) => [name, readNotice] as const,
  ),
]);

/** Events without content of their own, or whose content another line has. `x:*`: all of that kind. */
const quietEvents = new Set([
  ...['session:start', 'session:fork', 'session:resume', 'session:end', 'execution:start', 'execution:end'],
  ...['content_block:start', 'content_block:delta', 'thinking:delta', 'context:pre_compact', 'context:include'],
  ...[
    'orchestrator:iteration_start',
    'orchestrator:rate_limit_delay',
    'llm:response:debug',
    'provider:response',
    'provider:retry',
    'provider:throttle',
  ],
  ...['provider:resolve', 'provider:tool_sequence_repaired', 'plan:*', 'artifact:*', 'skill:*', 'skills:*', 'recipe:*', 'cleanup:*'],
]);
