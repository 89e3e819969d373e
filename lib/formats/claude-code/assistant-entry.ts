import type { Tokens } from '../../domain/tokens.ts';
import { toServiceFailure } from '../../session/service-failure.ts';
import type { ResponseDraft } from '../format.ts';
import { toCount, toJson, toList, toModel, toName, toObject, toObjects, toText, toUsd, type JsonObject } from '../narrow.ts';
import { toAttachment, toContent, toMessageBlocks } from './content-blocks.ts';
import { addMalformed, addRecord, type LineContext } from './drafting.ts';
import { syntheticModel, type Entry } from './entry.ts';
import { toOutcome } from './outcome.ts';

/** A call that was met, for those who link subagents to it. */
export type MetCall = { nativeCallId: string; name: string; input: JsonObject };

/** Maps an assistant line: one record a block, one response a message id. Answers the calls that it holds. */
export const readAssistant = (context: LineContext): MetCall[] => {
  const { entry } = context;
  const message = entry.message;
  const blocks = toMessageBlocks(message);
  if (!message || !blocks) {
    addMalformed(context, toJson(entry.value.message ?? null));
    return [];
  }
  const { model } = entry;
  const response = model === syntheticModel ? null : toResponseId(context, message);
  const own = { model: model === syntheticModel ? null : model, response };
  if (response !== null) addResponse(context, response, own.model, message, blocks);
  if (blocks.length === 0 && message.stop_reason !== 'refusal') addRecord(context, 'meta', '', { subtype: 'empty', ...own });
  if (model === syntheticModel) {
    const { text, attachments } = toContent(message.content);
    const code = toName(entry.value.error, 128);
    const isFailure = entry.value.isApiErrorMessage === true || code !== null;
    const subtype = isFailure ? toServiceFailure(text, code) : 'synthetic';
    if (blocks.length > 0) addRecord(context, 'system', text, { subtype, attachments });
    return [];
  }
  const isEnd = message.stop_reason === 'end_turn';
  const advisors = response === null ? [] : listIterations(message).filter(({ type }) => type === 'advisor_message');
  const calls = blocks.flatMap((block) => {
    const advisor = block.type === 'advisor_tool_result' ? advisors.shift() : undefined;
    return addBlock(context, block, advisor ? { model: advisor.model ?? model, response: `${response}#${advisor.at}` } : own, isEnd) ?? [];
  });
  if (message.stop_reason === 'refusal') addRecord(context, 'system', toRefusal(message), { subtype: 'refused' });
  return calls;
};

/** Why the model refused, in the words of the API where it gives any. */
const toRefusal = (message: JsonObject): string => {
  const reason = toText(toObject(message.stop_details)?.explanation);
  return reason === null ? 'The model refused to answer' : `The model refused to answer: ${reason}`;
};

/** The API's id of the response; where the line gives none but says what it cost, the line is the response. */
const toResponseId = ({ entry, line }: LineContext, message: JsonObject): string | null =>
  toName(message.id, 256) ??
  toName(entry.value.requestId, 256) ??
  (toObject(message.usage) === null ? null : (entry.uuid ?? `line-${line.hash}`));

/** Streamed output prints usage as it was when the message began: the true counts come with the run's last line alone. */
const isPreliminary = ({ isPrinted }: Entry, message: JsonObject): boolean => isPrinted && message.stop_reason === null;

type Own = { model: string | null; response: string | null };

const addBlock = (context: LineContext, block: JsonObject, own: Own, isEnd: boolean): MetCall | null => {
  const type = toText(block.type) ?? '';
  if (type === 'text') addRecord(context, 'response', toText(block.text) ?? '', { ...own, subtype: isEnd ? 'end_turn' : null });
  else if (type === 'thinking') addThought(context, toText(block.thinking) ?? '', own);
  else if (type === 'redacted_thinking') addRecord(context, 'reasoning', '', { ...own, subtype: 'redacted' });
  else if (type === 'tool_use' || type === 'server_tool_use' || type === 'mcp_tool_use') return addCall(context, block, own);
  else if (type.endsWith('_tool_result')) addServerResult(context, block, own);
  else if (type === 'image' || type === 'document')
    addRecord(context, 'response', '', { ...own, attachments: toContent([block]).attachments });
  else addRecord(context, 'meta', toAttachment(block) ? '' : toJson(block), { ...own, subtype: type || null, unknown: true });
  return null;
};

/** Where the text of a thought is withheld, its signature stands for it. */
const addThought = (context: LineContext, text: string, own: { model: string | null; response: string | null }): void =>
  addRecord(context, 'reasoning', text, { ...own, subtype: text === '' ? 'encrypted' : null });

const addCall = (context: LineContext, block: JsonObject, own: { model: string | null; response: string | null }): MetCall | null => {
  const nativeCallId = toName(block.id, 256);
  const name = toName(block.name, 256) ?? 'unknown';
  const subtype = block.type === 'tool_use' ? null : toText(block.type);
  addRecord(context, 'tool_call', '', { ...own, subtype, call: { nativeCallId, name, params: toJson(block.input ?? {}) } });
  return nativeCallId === null ? null : { nativeCallId, name, input: toObject(block.input) ?? {} };
};

/** Result of a tool that ran at the API's side: it stands in the same message as its call. */
const addServerResult = (context: LineContext, block: JsonObject, own: { model: string | null; response: string | null }) => {
  const { text, attachments } = toContent(block.content);
  const failed = block.is_error === true || toText(toObject(block.content)?.type)?.endsWith('_error') === true;
  const result = { nativeCallId: toName(block.tool_use_id, 256), ...toOutcome({ is_error: failed }, text, null) };
  addRecord(context, 'tool_result', text, { ...own, subtype: toText(block.type), attachments, result });
};

const addResponse = (
  { session, out, entry, line }: LineContext,
  nativeId: string,
  model: string | null,
  message: JsonObject,
  blocks: readonly JsonObject[],
) => {
  const usage = isPreliminary(entry, message) ? {} : (toObject(message.usage) ?? {});
  const toDraft = (id: string, of: string | null, counts: JsonObject): ResponseDraft => ({
    session,
    nativeId: id,
    model: of,
    tokens: toTokens(counts),
    cacheWrite1h: toCount(toObject(counts.cache_creation)?.ephemeral_1h_input_tokens),
    isFast: usage.speed === 'fast',
    atMs: entry.atMs,
  });
  out.responses.push({
    ...toDraft(nativeId, model, usage),
    isPartial: toText(message.stop_reason) === null ? isTooFew(toCount(usage.output_tokens), blocks) || null : false,
    webSearches: toCount(toObject(usage.server_tool_use)?.web_search_requests),
    costUsd: toUsd(entry.value.costUSD),
  });
  for (const { at, model: of, counts } of listIterations(message)) {
    out.responses.push(toDraft(`${nativeId}#${at}`, of ?? model, counts));
    if (of !== null && of !== model) out.sessions.push({ nativeId: session, line: line.number, atMs: entry.atMs, model: of });
  }
};

type Iteration = { at: number; type: string; model: string | null; counts: JsonObject };

/** Models that the provider ran beside an answer, such as an advisor: the counts of the answer exclude their tokens. */
const listIterations = (message: JsonObject): Iteration[] =>
  toObjects(toList(toObject(message.usage)?.iterations) ?? []).flatMap((counts, at) => {
    const type = toText(counts.type);
    return type === null || type === 'message' ? [] : [{ at, type, model: toModel(counts.model), counts }];
  });

/** More characters a token than any text has; fewer are enough where only a few tokens were counted, as when an answer begins. */
const charsPerToken = { few: 6, many: 10 };
const fewTokens = 8;

/** Whether an answer is longer than its output tokens can be: they were counted when it began. */
const isTooFew = (output: number | null, blocks: readonly JsonObject[]): boolean => {
  if (output === null) return false;
  const chars = blocks.reduce((sum, block) => sum + countChars(block), 0);
  return chars > output * (output <= fewTokens ? charsPerToken.few : charsPerToken.many);
};

const countChars = ({ type, text, thinking, name, input }: JsonObject): number =>
  type === 'tool_use' ? (toText(name)?.length ?? 0) + toJson(input ?? {}).length : (toText(text) ?? toText(thinking) ?? '').length;

/** The counts of a `usage` object; what it does not say is unknown. */
export const toTokens = (usage: JsonObject): Tokens => ({
  input: toCount(usage.input_tokens),
  cacheRead: toCount(usage.cache_read_input_tokens),
  cacheWrite: toCount(usage.cache_creation_input_tokens),
  output: toCount(usage.output_tokens),
  reasoning: null,
});
