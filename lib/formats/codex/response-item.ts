import { toJson, toList, toName, toObject, toText, type JsonObject } from '../narrow.ts';
import { toContent } from './content.ts';
import { addRecord, isCopy, type LineContext } from './drafting.ts';
import { addCall, addOutput, isMet } from './calls.ts';
import { responseOf } from './line-keys.ts';
import { parseObject, toCommandOutcome, toFlagOutcome, toStreams } from './outcome.ts';
import { addUsage } from './usage.ts';
import { addUserContent } from './user-text.ts';

/** Maps what was sent to the model, or came from it. */
export const readResponseItem = (context: LineContext): void => {
  const { payload } = context;
  const type = toName(payload.type, 128) ?? (payload.role === undefined ? null : 'message');
  if (type === 'message') readMessage(context);
  else if (type === 'reasoning') readReasoning(context);
  else if (type === 'function_call' || type === 'tool_call')
    addCall(context, toCallId(payload), toToolName(payload), toParams(payload.arguments));
  else if (type === 'custom_tool_call') addCall(context, toCallId(payload), toToolName(payload), toParams(payload.input));
  else if (type === 'local_shell_call') addCall(context, toCallId(payload), 'local_shell', toJson(payload.action ?? {}));
  else if (type === 'tool_search_call') addCall(context, toCallId(payload), 'tool_search', toParams(payload.arguments));
  else if (type === 'web_search_call') addServerCall(context, 'web_search', toJson(payload.action ?? {}));
  else if (type === 'image_generation_call') addServerCall(context, 'image_generation', toJson({ prompt: payload.revised_prompt ?? null }));
  else if (type === 'tool_search_output') addOutput(context, toCallId(payload), toJson(payload.tools), toFlagOutcome(payload));
  else if (type?.endsWith('_output') === true) addOutput(context, toCallId(payload), payload.output, null);
  else if (type === 'tool_result' || type === 'function_result') addResult(context);
  else if (type === 'agent_message') readAgentMessage(context);
  else if (type === 'token_count') {
    addUsage(context, payload);
    addRecord(context, 'meta', '', { subtype: type });
  } else if (type === 'ghost_snapshot' || type === 'additional_tools') addRecord(context, 'meta', '', { subtype: type });
  else if (type === 'compaction' || type === 'context_compaction' || type === 'compaction_summary') {
    addRecord(context, 'system', '', { subtype: type });
  } else addRecord(context, 'meta', toJson(payload).slice(0, 2000), { subtype: type, unknown: true });
};

const readMessage = (context: LineContext): void => {
  const { payload, state } = context;
  const content = payload.content ?? payload.message;
  if (payload.role === 'user') addUserContent(context, content, 'r');
  else if (payload.role === 'assistant') {
    const { text, attachments } = toContent(content);
    if (isCopy(state, 'agent', text, 'r')) addRecord(context, 'meta', '', { subtype: 'copy_of_response' });
    else addRecord(context, 'response', text, { attachments, model: state.model, response: responseOf(state) });
  } else {
    const { text, attachments } = toContent(content);
    addRecord(context, 'system', text, { subtype: toName(payload.role, 128) ?? 'message', attachments });
  }
};

const newTask = /^Message Type: NEW_TASK\nTask name: (.*)\n(?:.*\n)*?Payload:\n?/u;

/** A message between agents. One that gives a subagent its task is that session's prompt; its payload may be encrypted. */
const readAgentMessage = (context: LineContext): void => {
  const { payload } = context;
  const { text } = toContent(payload.content);
  const [header, task] = newTask.exec(text) ?? [];
  const from = [payload.author, payload.recipient].flatMap((name) => toName(name, 256) ?? []).join(' → ');
  if (header === undefined) addRecord(context, 'system', [from, text].filter(Boolean).join('\n'), { subtype: 'agent_message' });
  else addRecord(context, 'prompt', text.slice(header.length).trim() || `Task ${task ?? ''}`, { subtype: 'agent_message' });
};

/** Summaries of the reasoning; where it is encrypted and has none, an empty record shows that the model reasoned. */
const readReasoning = (context: LineContext): void => {
  const { payload, state } = context;
  const parts = [...(toList(payload.summary) ?? []), ...(toList(payload.content) ?? [])];
  const texts = parts.flatMap((part) => toText(toObject(part)?.text) ?? []).filter((text) => text !== '');
  const own = { model: state.model, response: responseOf(state) };
  const fresh = texts.filter((text) => !isCopy(state, 'reasoning', text, 'r'));
  if (fresh.length > 0) addRecord(context, 'reasoning', fresh.join('\n\n'), own);
  else if (texts.length > 0) addRecord(context, 'meta', '', { subtype: 'copy_of_reasoning' });
  else addRecord(context, 'reasoning', '', { ...own, subtype: 'encrypted' });
};

/** A result, with its streams and exit code in fields of their own or as one value. */
const addResult = (context: LineContext): void => {
  const { payload } = context;
  const result = toObject(payload.result);
  const streams = result && toStreams(result);
  const callOutcome = toCommandOutcome({ exit_code: result?.exitCode ?? result?.exit_code });
  addOutput(context, toCallId(payload), streams === null || streams === '' ? (payload.result ?? payload.output) : streams, callOutcome);
};

/** A call that ran on the API's side: its item has the outcome. An event may have come before it. */
const addServerCall = (context: LineContext, name: string, params: string): void => {
  const callId = toCallId(context.payload);
  const callOutcome = toFlagOutcome(context.payload);
  if (isMet(context, callId)) {
    addRecord(context, 'meta', '', {
      subtype: 'copy_of_call',
      ...(callOutcome && { outcomeOverride: { nativeCallId: callId, ...callOutcome } }),
    });
    return;
  }
  addCall(context, callId, name, params);
  if (callOutcome) addOutput(context, callId, '', callOutcome);
};

/** The id that joins a call, its output and its events; null if there is none. */
export const toCallId = (payload: JsonObject): string | null => toName(payload.call_id, 256) ?? toName(payload.id, 256);

const toToolName = (payload: JsonObject): string => {
  const name = toName(payload.name, 256) ?? toName(toObject(payload.function)?.name, 256) ?? 'unknown';
  const server = toName(payload.namespace, 256);
  return server?.startsWith('mcp__') === true && !name.startsWith('mcp__') ? `${server.replace(/(?<!_)_+$/u, '')}__${name}` : name;
};

/** Arguments as JSON text: they come as JSON text, as an object, or as free text. */
const toParams = (value: unknown): string => {
  const text = toText(value);
  if (text === null) return toJson(value ?? {});
  return parseObject(text) ? text : toJson(text);
};
