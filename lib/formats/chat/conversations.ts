import { isChatMessage } from '../content-marks.ts';
import { longFingerprintOf } from '../elements/element-drafts.ts';
import { isShareGptMessage } from './sharegpt.ts';
import { toCount, toJson, toList, toName, toObject, toText, type JsonObject } from '../narrow.ts';
import { parseJson } from '../../domain/parse-json.ts';

/** One conversation: its messages, and the row around them without these. */
export type Conversation = { nativeId: string; messages: readonly unknown[]; row: JsonObject };

const listKeys = ['messages', 'traj', 'conversation', 'conversations', 'trajectory'] as const;

/** The conversations of a parsed value: a list of messages, a row that holds one, or a list of such. Empty: it holds none. */
export const toConversations = (value: unknown): Conversation[] => {
  const own = toConversation(value, {});
  if (own) return [own];
  const rows = toList(value) ?? [value];
  return rows.flatMap((row) => toConversation(row, {}) ?? toRowConversations(toObject(row)));
};

const toRowConversations = (row: JsonObject | null): Conversation[] => {
  if (!row) return [];
  for (const key of listKeys) {
    const { [key]: held, ...rest } = row;
    const list = toMessageList(held);
    const one = toConversation(list, rest);
    if (one) return [withAnswer(one)];
    const several = (list ?? []).flatMap((item) => toConversation(item, rest) ?? []);
    if (several.length > 0) return several;
  }
  return [];
};

/** A log of one request holds its answer beside the messages that were sent. */
const withAnswer = (conversation: Conversation): Conversation => {
  const { response, ...row } = conversation.row;
  const answer = toObject(response);
  const message = toObject(toObject(toList(answer?.choices)?.[0])?.message);
  if (!answer || !message || !isChatMessage(message)) return conversation;
  const usage = toObject(answer.usage);
  return { ...conversation, messages: [...conversation.messages, usage ? { ...message, usage } : message], row };
};

/** A list, or one that is written as JSON text. */
const toMessageList = (value: unknown): readonly unknown[] | null => {
  const text = toText(value);
  if (text === null || !text.startsWith('[')) return toList(value);
  try {
    return toList(parseJson(text));
  } catch {
    return null;
  }
};

/** How many of the first messages must be looked at to see that a list is a conversation. */
const lookAhead = 20;

const isMessage = (value: unknown): boolean => {
  const message = toObject(value) ?? {};
  return isChatMessage(message) || isShareGptMessage(message);
};

const toConversation = (value: unknown, row: JsonObject): Conversation | null => {
  const messages = toList(value);
  if (!messages?.slice(0, lookAhead).some(isMessage)) return null;
  return { nativeId: toNativeId(row, messages), messages, row };
};

/**
 * A conversation's own id stands alone; the id of a task or of an instance is shared by every run of it, so the first
 * messages are part of the name, as they are where there is no id.
 */
const toNativeId = (row: JsonObject, messages: readonly unknown[]): string => {
  const own = toId(row.conversation_id) ?? toId(row.session_id);
  if (own !== null) return own;
  const task = [toId(row.task_id), toId(row.trial)].filter((id) => id !== null).join(':');
  const run = toId(row.instance_id) ?? (task === '' ? 'conversation' : task);
  return `${run}:${longFingerprintOf(toJson(messages.slice(0, 3)))}`;
};

const toId = (value: unknown): string | null => toName(value, 200) ?? toCount(value)?.toString() ?? null;
