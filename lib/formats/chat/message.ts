import { addRecord, type ElementContext } from '../elements/drafting.ts';
import { toPartsContent } from '../elements/content-parts.ts';
import type { OutcomeDraft } from '../format.ts';
import { toCount, toJson, toList, toName, toObject, toObjects, toText, toUsd, type JsonObject } from '../narrow.ts';
import { splitContent, type Block } from './blocks.ts';

/** Maps one message by its role. */
export const readMessage = (context: ElementContext, message: JsonObject): void => {
  if (message.role === undefined && readItem(context, message)) return;
  const { blocks, rest } = splitContent(message.content);
  const { text, attachments } = rest;
  switch (message.role) {
    case 'user':
      for (const block of blocks) addBlock(context, block);
      if (blocks.length === 0 || text !== '' || attachments.length > 0) addRecord(context, 'prompt', text, { attachments });
      break;
    case 'system':
    case 'developer':
      addRecord(context, 'system', text, { attachments });
      break;
    case 'tool':
    case 'function': {
      for (const block of blocks) addBlock(context, block);
      if (blocks.length > 0) break;
      const nativeCallId = toName(message.tool_call_id, 256);
      addRecord(context, 'tool_result', text, { attachments, result: { nativeCallId, ...toOutcome(message, text) } });
      break;
    }
    case 'assistant':
      readAssistant(context, message);
      break;
    default:
      addRecord(context, 'meta', toJson(message), { subtype: toName(message.role, 64), unknown: true });
  }
};

/** Items that stand between messages in what is sent to OpenAI's Responses API. Answers whether this is one. */
const readItem = (context: ElementContext, item: JsonObject): boolean => {
  const nativeCallId = toName(item.call_id, 256);
  if (item.type === 'function_call') addCall(context, item, nativeCallId);
  else if (item.type === 'function_call_output') {
    const { text, attachments } = toPartsContent(item.output);
    addRecord(context, 'tool_result', text, { attachments, result: { nativeCallId, ...toOutcome(item, text) } });
  } else if (item.type === 'reasoning') {
    const { text } = toPartsContent(item.summary);
    addRecord(context, 'reasoning', text, text === '' ? { subtype: 'encrypted' } : {});
  } else return false;
  return true;
};

const readAssistant = (context: ElementContext, message: JsonObject): void => {
  addUsage(context, toObject(message.usage));
  const before = context.nextBlock;
  const { blocks, rest: spoken } = splitContent(message.content);
  const { text, attachments } = spoken;
  const [, thought, rest] = /^\s*<think>(.*?)<\/think>(.*)$/su.exec(text) ?? [];
  const reasoning = [message.reasoning_content, message.reasoning, message.thinking].find((one) => toText(one));
  for (const one of [toText(reasoning), thought?.trim()]) if (one) addRecord(context, 'reasoning', one);
  for (const block of blocks) if (block.kind === 'thought') addBlock(context, block);
  const words = rest?.trimStart() ?? text;
  if (words !== '' || attachments.length > 0) addRecord(context, 'response', words, { attachments });
  for (const call of toObjects(toList(message.tool_calls) ?? [])) addCall(context, toObject(call.function) ?? call, toName(call.id, 256));
  for (const block of blocks) if (block.kind !== 'thought') addBlock(context, block);
  const legacy = toObject(message.function_call);
  if (legacy) addCall(context, legacy, null);
  if (context.nextBlock === before) addRecord(context, 'meta', '', { subtype: 'empty' });
};

const addBlock = (context: ElementContext, block: Block): void => {
  if (block.kind === 'thought') addRecord(context, 'reasoning', block.text, block.text === '' ? { subtype: 'redacted' } : {});
  else if (block.kind === 'call') {
    const { nativeCallId, name, params } = block;
    addRecord(context, 'tool_call', '', { call: { nativeCallId, name, params } });
  } else {
    const { text, attachments } = block.content;
    const callOutcome = toOutcome({ is_error: block.isError }, text);
    addRecord(context, 'tool_result', text, { attachments, result: { nativeCallId: block.nativeCallId, ...callOutcome } });
  }
};

/** Arguments are JSON text in the format itself; where they are not, they are kept as what they are. */
const addCall = (context: ElementContext, call: JsonObject, nativeCallId: string | null): void => {
  const params = toText(call.arguments) ?? toJson(call.arguments ?? {});
  addRecord(context, 'tool_call', '', { call: { nativeCallId, name: toName(call.name, 256) ?? 'unknown', params } });
};

/** Chat has no field for success: an error is known by its text, and nothing shows that a call succeeded. */
const toOutcome = (message: JsonObject, text: string): OutcomeDraft => {
  if (typeof message.is_error === 'boolean') return { outcome: message.is_error ? 'error' : 'ok', outcomeSource: 'flag' };
  return text.startsWith('Error:') ? { outcome: 'error', outcomeSource: 'text' } : { outcome: 'unknown', outcomeSource: 'none' };
};

const addUsage = ({ out, session, response, model, atMs }: ElementContext, usage: JsonObject | null): void => {
  if (!usage || response === null) return;
  out.responses.push({ session, nativeId: response, model, tokens: toTokens(usage), costUsd: toUsd(usage.cost), atMs });
};

/**
 * OpenAI counts cached tokens as part of the prompt's (`prompt_tokens`, or `input_tokens` with its details); Anthropic's
 * `input_tokens` are without them.
 */
export const toTokens = (usage: JsonObject) => {
  const details = toObject(usage.prompt_tokens_details) ?? toObject(usage.input_tokens_details);
  const within = toCount(details?.cached_tokens);
  const input = toCount(usage.prompt_tokens) ?? toCount(usage.input_tokens);
  const answered = toObject(usage.completion_tokens_details) ?? toObject(usage.output_tokens_details);
  return {
    input: input === null ? null : Math.max(0, input - (within ?? 0)),
    cacheRead: within ?? toCount(usage.cache_read_input_tokens),
    cacheWrite: toCount(usage.cache_creation_input_tokens),
    output: toCount(usage.completion_tokens) ?? toCount(usage.output_tokens),
    reasoning: toCount(answered?.reasoning_tokens),
  };
};
