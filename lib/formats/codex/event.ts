import { addLink } from '../links.ts';
import { toCount, toJson, toList, toName, toObject, toText, type JsonObject } from '../narrow.ts';
import { toServiceFailure } from '../../session/service-failure.ts';
import { isMet } from './calls.ts';
import { toContent } from './content.ts';
import { addRecord, isCopy, type Channel, type LineContext } from './drafting.ts';
import { responseOf } from './line-keys.ts';
import { ofFlag } from './outcome.ts';
import { dropUnansweredScripts } from './processes.ts';
import { addTitle } from './session-facts.ts';
import { addToolEvent, toToolEvent } from './tool-event.ts';
import { addUsage } from './usage.ts';
import { addUserContent } from './user-text.ts';

/** Events that the operator saw as a line of its own. */
const systemEvents = new Set(['stream_error', 'warning', 'turn_aborted', 'entered_review_mode', 'exited_review_mode', 'undo_completed']);

/** Events without content of their own, or with content that another line has. */
const metaEvents = new Set([
  ...['task_started', 'turn_started', 'token_count', 'thread_settings_applied', 'thread_goal_updated', 'thread_name_updated'],
  ...['context_compacted', 'web_search_end', 'image_generation_end', 'view_image_tool_call', 'dynamic_tool_call_request'],
  ...['guardian_assessment', 'session_configured', 'plan_update', 'turn_diff'],
  ...['item_started', 'exec_command_begin', 'patch_apply_begin', 'mcp_tool_call_begin', 'background_event', 'shutdown_complete'],
  ...['agent_reasoning_section_break', 'deprecation_notice', 'mcp_startup_update', 'mcp_startup_complete', 'raw_response_item'],
  ...['token_usage_record', 'model_reroute', 'hook_started', 'hook_completed', 'web_search_begin', 'user_message_queued'],
]);

/** Maps an event, which the client sends to the screen. */
export const readEvent = (context: LineContext): void => {
  const { payload, session, out, line, atMs } = context;
  const type = toName(payload.type, 128);
  const event = toToolEvent(type, payload);
  if (type === 'task_started' || type === 'turn_started') dropUnansweredScripts(context.state);
  if (type === 'user_message') addUserContent(context, payload.message, 'e', [...(toList(payload.images) ?? [])]);
  else if (type === 'agent_message') addSpoken(context, 'agent', toText(payload.message) ?? '', 'e');
  else if (type === 'agent_reasoning') addSpoken(context, 'reasoning', toText(payload.text) ?? '', 'e');
  else if (type === 'agent_reasoning_raw_content') addSpoken(context, 'reasoning', toText(payload.text) ?? '', 'e');
  else if (type === 'item_completed') readItem(context, toObject(payload.item) ?? {});
  else if (event && type !== null) addToolEvent(context, type, event);
  else if (type === 'sub_agent_activity') addSubagent(context, type, payload);
  else if (type === 'thread_rolled_back') addRollback(context, type, toCount(payload.num_turns));
  else if (type === 'error') addFailure(context, toEventText(type, payload), payload.codex_error_info);
  else if (type === 'task_complete' || type === 'turn_complete') readEnd(context, type);
  else if (type !== null && systemEvents.has(type)) addRecord(context, 'system', toEventText(type, payload), { subtype: type });
  else if (type?.startsWith('collab_') === true || (type !== null && metaEvents.has(type))) {
    if (type === 'token_count') addUsage(context, toObject(payload.info) ?? {});
    if (type === 'collab_agent_spawn_end') addLink(out, session, toName(payload.call_id, 256), toName(payload.new_thread_id, 256));
    if (type === 'thread_name_updated') addTitle(out, session, line.number, atMs, toText(payload.thread_name) ?? '');
    addRecord(context, 'meta', '', { subtype: type });
  } else addRecord(context, 'meta', toJson(payload).slice(0, 2000), { subtype: type, unknown: true });
};

/** From 0.149 on messages and calls come as items too. */
const readItem = (context: LineContext, item: JsonObject): void => {
  const type = toItemType(item.type);
  const event = toToolEvent(type, item);
  if (type === 'UserMessage') addUserContent(context, item.content, 'i');
  else if (type === 'AgentMessage') addSpoken(context, 'agent', toContent(item.content).text, 'i');
  else if (type === 'Plan') addSpoken(context, 'agent', toText(item.text) ?? '', 'i');
  else if (type === 'Reasoning') {
    const texts = [...(toList(item.summary_text) ?? []), ...(toList(item.raw_content) ?? [])].flatMap((text) => toText(text) || []);
    for (const text of texts) addSpoken(context, 'reasoning', text, 'i');
    if (texts.length === 0) addRecord(context, 'meta', '', { subtype: 'copy_of_reasoning' });
  } else if (event) addToolEvent(context, type, event);
  else if (type === 'SubAgentActivity') addSubagent(context, type, item);
  else addRecord(context, 'meta', toText(item.query) ?? '', { subtype: type, unknown: !metaItems.has(type) });
};

const metaItems = new Set(['ContextCompaction', 'HookPrompt', 'EnteredReviewMode', 'ExitedReviewMode', 'Sleep']);

/** `CommandExecution` for `command_execution` and `commandExecution`, as other writers have it. */
const toItemType = (type: unknown): string =>
  (toName(type, 128) ?? 'item_completed').replaceAll(/(?:^|_)([a-z])/gu, (_, letter: string) => letter.toUpperCase());

const addSpoken = (context: LineContext, who: 'agent' | 'reasoning', text: string, channel: Channel): void => {
  const { state } = context;
  const kind = who === 'agent' ? 'response' : 'reasoning';
  if (isCopy(state, who, text, channel)) addRecord(context, 'meta', '', { subtype: `copy_of_${kind}` });
  else addRecord(context, kind, text, { model: state.model, response: responseOf(state) });
};

/** A subagent that was started belongs to the call that started it; its later work is in its own session. */
const addSubagent = (context: LineContext, subtype: string, activity: JsonObject): void => {
  const callId = toName(activity.call_id, 256) ?? toName(activity.id, 256) ?? toName(activity.event_id, 256);
  const isStart = activity.kind === 'started' && callId !== null && isMet(context, callId);
  addRecord(context, 'meta', '', { subtype, ...(isStart && { outcomeOverride: { nativeCallId: callId, ...ofFlag(true) } }) });
  if (isStart) addLink(context.out, context.session, callId, toName(activity.agent_thread_id, 256));
};

const readEnd = (context: LineContext, type: string): void => {
  const failure = toText(toObject(context.payload.error)?.message);
  if (failure === null) addRecord(context, 'meta', '', { subtype: type });
  else addFailure(context, `Turn failed: ${failure}`, toObject(context.payload.error)?.codex_error_info);
};

/** Failures of the client alone, which end no turn. */
const ownFailures: readonly unknown[] = ['thread_rollback_failed', 'active_turn_not_steerable'];

/** `info`: the name of the failure, or an object whose only key it is. */
const addFailure = (context: LineContext, text: string, info: unknown): void => {
  const code = toName(info, 128) ?? Object.keys(toObject(info) ?? {})[0] ?? null;
  addRecord(context, 'system', text, { subtype: ownFailures.includes(code) ? 'error' : toServiceFailure(text, code) });
};

/** The user took turns back: the agent's context no longer has them. */
const addRollback = (context: LineContext, subtype: string, turns: number | null): void => {
  const text = turns === null ? 'Taken back' : `Taken back: ${turns} ${turns === 1 ? 'turn' : 'turns'}`;
  addRecord(context, 'boundary', text, { subtype, ...(turns !== null && { aboutTurn: { takesBack: turns } }) });
};

const toEventText = (type: string, payload: JsonObject): string => {
  if (type === 'turn_aborted') return `Turn aborted: ${toText(payload.reason) ?? 'unknown reason'}`;
  const review = toText(toObject(payload.review_output)?.overall_explanation);
  return toText(payload.message) ?? review ?? toText(payload.user_facing_hint) ?? type.replaceAll('_', ' ');
};
