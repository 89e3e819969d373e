import { addRecord, type ElementContext } from '../elements/drafting.ts';
import { toPartsContent } from '../elements/content-parts.ts';
import type { ResultDraft } from '../format.ts';
import { toAmount, toCount, toJson, toList, toName, toObject, toObjects, toText, type JsonObject } from '../narrow.ts';

/** Maps one message by its role. */
export const readMessage = (context: ElementContext, message: JsonObject): void => {
  const { text, attachments } = toPartsContent(message.content);
  switch (message.role) {
    case 'user':
      addRecord(context, 'prompt', text, { attachments });
      break;
    case 'system':
    case 'developer':
      addRecord(context, 'system', text, { attachments });
      break;
    case 'tool':
    case 'function': {
      const nativeCallId = toName(message.tool_call_id, 256);
      addRecord(context, 'tool_result', text, { attachments, result: { nativeCallId, ...toEnding(message, text) } });
      break;
    }
    case 'assistant':
      readAssistant(context, message);
      break;
    default:
      addRecord(context, 'meta', toJson(message), { subtype: toName(message.role, 64), unknown: true });
  }
};

const readAssistant = (context: ElementContext, message: JsonObject): void => {
  addUsage(context, toObject(message.usage));
  const before = context.nextBlock;
  const { text, attachments } = toPartsContent(message.content);
  const [, thought, rest] = /^\s*<think>(.*?)<\/think>\s*(.*)$/su.exec(text) ?? [];
  const reasoning = [message.reasoning_content, message.reasoning, message.thinking].find((one) => toText(one));
  for (const one of [toText(reasoning), thought?.trim()]) if (one) addRecord(context, 'reasoning', one);
  const words = rest ?? text;
  if (words !== '' || attachments.length > 0) addRecord(context, 'response', words, { attachments });
  for (const call of toObjects(toList(message.tool_calls) ?? [])) addCall(context, toObject(call.function) ?? call, toName(call.id, 256));
  const legacy = toObject(message.function_call);
  if (legacy) addCall(context, legacy, null);
  if (context.nextBlock === before) addRecord(context, 'meta', '', { subtype: 'empty' });
};

/** Arguments are JSON text in the format itself; where they are not, they are kept as what they are. */
const addCall = (context: ElementContext, call: JsonObject, nativeCallId: string | null): void => {
  const params = toText(call.arguments) ?? toJson(call.arguments ?? {});
  addRecord(context, 'tool_call', '', { call: { nativeCallId, name: toName(call.name, 256) ?? 'unknown', params } });
};

/** Chat has no field for success: an error is known by its text, and nothing tells that a call went well. */
const toEnding = (message: JsonObject, text: string): Omit<ResultDraft, 'nativeCallId'> => {
  if (typeof message.is_error === 'boolean') return { outcome: message.is_error ? 'error' : 'ok', outcomeSource: 'flag' };
  return text.startsWith('Error:') ? { outcome: 'error', outcomeSource: 'text' } : { outcome: 'unknown', outcomeSource: 'none' };
};

const addUsage = ({ out, session, response, model, atMs }: ElementContext, usage: JsonObject | null): void => {
  if (!usage || response === null) return;
  out.responses.push({ session, nativeId: response, model, tokens: toTokens(usage), costUsd: toAmount(usage.cost), atMs });
};

/** The source counts cached tokens as part of the prompt's. */
export const toTokens = (usage: JsonObject) => {
  const prompt = toCount(usage.prompt_tokens);
  const cached = toCount(toObject(usage.prompt_tokens_details)?.cached_tokens);
  return {
    input: prompt === null ? null : Math.max(0, prompt - (cached ?? 0)),
    cacheRead: cached,
    cacheWrite: null,
    output: toCount(usage.completion_tokens),
    reasoning: toCount(toObject(usage.completion_tokens_details)?.reasoning_tokens),
  };
};
