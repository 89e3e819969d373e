import { toPartsContent } from '../elements/content-parts.ts';
import { toJson, toList, toName, toObject, toObjects, toText, type JsonObject } from '../narrow.ts';
import { addCall, addPrompt, addRecord, addResult, addSpoken, type LineContext } from './drafting.ts';
import { parseJson } from '../../domain/parse-json.ts';

/** Maps one message of a transcript. Every line gives at least one record. */
export const readMessage = (context: LineContext, message: JsonObject): void => {
  const role = toName(message.role, 64);
  if (role === 'user') readUser(context, message);
  else if (role === 'assistant') readAssistant(context, message);
  else if (role === 'tool') readTool(context, message);
  else if (role === 'system' || role === 'developer') addRecord(context, 'system', toPartsContent(message.content).text, { subtype: role });
  else addRecord(context, 'meta', toJson(message).slice(0, 2000), { subtype: role, unknown: true });
  if (context.nextBlock === 0) addRecord(context, 'meta', '', { subtype: role });
};

/** Text that a hook injected is no prompt: it is marked `ephemeral`, or is a reminder as a whole. */
const readUser = (context: LineContext, message: JsonObject): void => {
  const { text, attachments } = toPartsContent(message.content);
  const isInjected = toObject(message.metadata)?.ephemeral === true || /^\s*<system-reminder\b.*<\/system-reminder>\s*$/su.test(text);
  if (isInjected) addRecord(context, 'system', text, { subtype: 'ephemeral', attachments });
  else addPrompt(context, text, { attachments });
};

/** Calls are among the parts of the content, and repeated beside it. */
const readAssistant = (context: LineContext, message: JsonObject): void => {
  const parts = toList(message.content) ?? [{ type: 'text', text: message.content }];
  for (const part of toObjects(parts)) readPart(context, part);
  for (const call of toObjects(toList(message.tool_calls) ?? [])) {
    const called = toObject(call.function) ?? call;
    addCall(context, call.id, called.tool ?? called.name, called.arguments ?? called.input, 'list');
  }
};

const readPart = (context: LineContext, part: JsonObject): void => {
  const type = toName(part.type, 64);
  if (type === 'tool_call' || type === 'tool_use') addCall(context, part.id, part.name ?? part.tool, part.input ?? part.arguments, 'part');
  else if (type === 'thinking' || type === 'reasoning') {
    addSpoken(context, 'reasoning', toText(part.thinking) ?? toText(part.text) ?? '', 'part');
  } else if (type !== 'redacted_thinking') {
    const { text, attachments } = toPartsContent(part.type === 'text' ? part.text : [part]);
    addSpoken(context, 'response', text, 'part', attachments);
  }
};

/** The content is JSON text of the result; anything else is output as it is. */
const readTool = (context: LineContext, message: JsonObject): void => {
  const text = toText(message.content);
  const result = text?.startsWith('{') === true ? (parseObject(text) ?? text) : (text ?? toPartsContent(message.content).text);
  const end = { name: toName(message.name, 256), result, error: null, status: null, durationMs: null };
  addResult(context, message.tool_call_id, end, 'told');
};

const parseObject = (text: string): JsonObject | null => {
  try {
    return toObject(parseJson(text));
  } catch {
    return null;
  }
};
