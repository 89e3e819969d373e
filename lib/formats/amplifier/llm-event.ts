import type { Tokens } from '../../domain/tokens.ts';
import { toCount, toJson, toList, toModel, toName, toObject, toText, toUsd, type JsonObject } from '../narrow.ts';
import { claimId, setTurn, turnOf } from './claims.ts';
import { addRecord, addSpoken } from './drafting.ts';
import { fieldOf, type EventContext } from './entry.ts';
import type { Channel } from './reader-state.ts';

/** A request repeats the whole conversation: the record names only its model and size. */
export const readLlmRequest = (context: EventContext): void => {
  const { data, event } = context;
  const sent = [data.messages, toObject(data.params)?.messages, toObject(data.params)?.input, toObject(data.raw)?.messages];
  const messages = toCount(data.message_count) ?? sent.map((list) => toList(list)?.length).find((length) => length !== undefined);
  const words = [toName(data.model, 128), messages === undefined ? null : `${messages} messages`];
  addRecord(context, 'meta', words.filter((word) => word !== null).join(' · '), { subtype: event });
};

/** Tokens of one response, and its texts where the log holds them. */
export const readLlmResponse = (context: EventContext): void => {
  const { data, event, state, session } = context;
  const model = toModel(data.model);
  const response = addUsage(context, model);
  setTurn(state, session, { response, ...(model === null ? {} : { model }) });
  const failure = fieldOf(context, 'error');
  const failed = toText(failure) ?? toText(toObject(failure)?.message) ?? (failure ? toJson(failure) : null);
  if (failed !== null) addRecord(context, 'system', failed, { subtype: event, model, response });
  else addRecord(context, 'meta', model ?? '', { subtype: event, model, response });
  readAnswer(context, 'llm');
};

/** The texts of a response, in any of the places where logs have them. */
export const readAnswer = (context: EventContext, channel: Channel): void => {
  const { data } = context;
  const held = [data.content, toObject(data.response)?.content, data.response, toObject(data.raw)?.content];
  const content = held.find((one) => toList(one) !== null || toText(one));
  for (const block of toList(content) ?? [{ type: 'text', text: content }]) readContent(context, block, channel);
};

/** A block of a response: a text or a thought. Calls have events of their own. */
export const readContent = (context: EventContext, value: unknown, channel: Channel): void => {
  const block = toObject(value);
  if (!block) return;
  if (block.type === 'thinking' || block.type === 'reasoning') {
    addSpoken(context, 'reasoning', toText(block.thinking) ?? toText(block.text) ?? '', channel);
  } else if (block.type === 'text') addSpoken(context, 'response', toText(block.text) ?? '', channel);
};

const addUsage = ({ data, state, session, out, atMs }: EventContext, model: string | null): string | null => {
  const usage = toObject(data.usage) ?? toObject(toObject(data.raw)?.usage);
  if (!usage) return null;
  const tokens = toTokens(usage, toName(data.provider, 128) ?? '');
  const nativeId = `llm:${claimId(state, session, 'usage', toJson([turnOf(state, session).prompt, model, tokens]), 'llm').key}`;
  out.responses.push({ session, nativeId, model, tokens, costUsd: readUsd(usage.cost_usd), atMs });
  return nativeId;
};

const countOf = (usage: JsonObject, ...keys: string[]): number | null =>
  keys.map((key) => toCount(usage[key])).find((count) => count !== null) ?? null;

/** OpenAI's input includes cached tokens; here it does not. */
const toTokens = (usage: JsonObject, provider: string): Tokens => {
  const input = countOf(usage, 'input', 'input_tokens', 'prompt_tokens');
  const cacheRead = countOf(usage, 'cache_read', 'cache_read_tokens', 'cache_read_input_tokens');
  const isWithin = /openai/iu.test(provider);
  return {
    input: input === null || !isWithin ? input : Math.max(0, input - (cacheRead ?? 0)),
    cacheRead,
    cacheWrite: countOf(usage, 'cache_write', 'cache_write_tokens', 'cache_creation_input_tokens'),
    output: countOf(usage, 'output', 'output_tokens', 'completion_tokens'),
    reasoning: countOf(usage, 'reasoning', 'reasoning_tokens'),
  };
};

/** An amount of money as a number, or as digits. */
const readUsd = (value: unknown): number | null => {
  const digits = /^\d{1,12}(?:\.\d{1,12})?$/u.exec(toText(value) ?? '')?.[0];
  return toUsd(digits === undefined ? value : Number(digits));
};
