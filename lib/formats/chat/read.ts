import { addRecord, type ElementContext } from '../elements/drafting.ts';
import { longFingerprintOf, makeElementDrafts } from '../elements/element-drafts.ts';
import { toInstant } from '../elements/instant.ts';
import { toExcerptText } from '../excerpt.ts';
import type { DocumentDrafts, Drafts, Line, LineReader, SessionDraft } from '../format.ts';
import { toJson, toModel, toName, toObject, toObjects, toScore, toUsd, type JsonObject } from '../narrow.ts';
import { readMessage, toTokens } from './message.ts';
import { toConversations, type Conversation } from './conversations.ts';
import { toChatMessage } from './sharegpt.ts';

/** Reads a document of conversations: each message is an element, and so is the row around them. */
export function* readChat(document: unknown): Generator<DocumentDrafts> {
  const { out, add, takeFull, takeRest } = makeElementDrafts();
  for (const conversation of toConversations(document)) {
    const reading = readConversation(conversation, add, 1, out);
    while (!reading.next().done) yield* takeFull();
  }
  yield takeRest();
}

/** Reads one conversation a line. */
export const openChatLines = (): LineReader => ({
  read: (line, value, out) => {
    const conversations = toConversations(value);
    let block = 1;
    for (const conversation of conversations) {
      for (const next of readConversation(conversation, () => line, block, out)) block = next;
    }
    if (conversations.length > 0) return;
    const message = `Line ${line.number} holds no conversation: a list of messages with role and content. It gave no records.`;
    out.issues.push({ line: line.number, code: 'malformed', message, excerpt: toExcerptText(line.text) });
  },
  state: () => null,
});

/**
 * Records are named by the messages up to them, so that a conversation that comes again, and longer, adds its new messages
 * alone. Blocks count through the conversation, from `firstBlock` on, after the row. Yields the first one of what comes next, after
 * each element.
 */
function* readConversation(
  { nativeId, messages, row }: Conversation,
  lineOf: (element: unknown) => Line,
  firstBlock: number,
  out: Drafts,
): Generator<number> {
  const model = toModel(row.model);
  const hasRow = Object.keys(row).length > 0;
  const context: ElementContext = {
    out,
    line: lineOf(hasRow ? row : messages[0]),
    session: nativeId,
    nativeKey: `${nativeId}#row`,
    atMs: null,
    model: null,
    response: null,
    nextBlock: firstBlock - 1,
  };
  out.sessions.push(toSessionDraft(nativeId, row, messages, context.line.number));
  if (hasRow) addRecord(context, 'meta', toJson(row), { subtype: 'row' });
  context.nextBlock = firstBlock;
  if (hasRow) yield context.nextBlock + 1;
  let chain = nativeId;
  for (const [index, element] of messages.entries()) {
    chain = longFingerprintOf(`${chain}\0${toJson(element)}`);
    if (hasRow || index > 0) context.line = lineOf(element);
    const object = toObject(element);
    const message = object && toChatMessage(object);
    const isAssistant = message?.role === 'assistant';
    Object.assign(context, {
      nativeKey: `${nativeId}#${chain}`,
      atMs: toInstant(message?.timestamp) ?? toInstant(message?.created_at),
      model: isAssistant ? (toModel(message.model) ?? model) : null,
      response: isAssistant ? chain : null,
    });
    if (message) readMessage(context, message);
    else addRecord(context, 'meta', toJson(element), { unknown: true });
    yield context.nextBlock + 1;
  }
}

const toSessionDraft = (nativeId: string, row: JsonObject, messages: readonly unknown[], line: number): SessionDraft => {
  const hasUsage = toObjects(messages).some((message) => toObject(message.usage) !== null);
  const usage = toObject(row.usage);
  return {
    nativeId,
    line,
    atMs: null,
    model: toModel(row.model),
    tokens: hasUsage || !usage ? null : toTokens(usage),
    costUsd: hasUsage ? null : (toUsd(row.cost) ?? toUsd(row.total_cost)),
    reward: toReward(row) ?? toReward(toObject(row.info)),
    exitStatus: toName(row.exit_status, 200) ?? toName(toObject(row.info)?.exit_status, 200),
  };
};

/** A benchmark's score of the run; whether it solved the task counts as 1 or 0. */
const toReward = (row: JsonObject | null): number | null => {
  const { reward, resolved, success } = row ?? {};
  const scored = toScore(reward);
  if (scored !== null) return scored;
  const solved = typeof resolved === 'boolean' ? resolved : success;
  return typeof solved === 'boolean' ? Number(solved) : null;
};
