import type { Format, Head } from '../format.ts';
import { refusals } from '../refusals.ts';
import { openChatLines, readChat } from './read.ts';
import { toConversations } from './conversations.ts';
import { holdsMessages, openMessageLines } from './message-lines.ts';

const agent = { id: 'chat', label: 'chat messages' };
const capabilities = { timestamps: false, tokens: false, cost: false, outcomes: false, subagents: false };

/** Below every format with marks of its own: chat messages stand inside many of them. */
const score = 0.6;

/** Lines of messages are the weakest mark of a format. */
const leastScore = 0.55;

const isOtherFormat = (head: Head): boolean => refusals.some((known) => known.test(head));

const holdsChat = (value: unknown): boolean => toConversations(value).length > 0;

/** Conversations in the form of OpenAI's chat interface: a document, one per line, or one message per line. */
export const chatFormats: readonly Format[] = [
  {
    id: 'chat',
    version: 5,
    label: 'chat conversation',
    agent,
    shape: 'document',
    capabilities,
    detect: (head) => (head.document !== undefined && holdsChat(head.document) && !isOtherFormat(head) ? score : 0),
    readDocument: readChat,
  },
  {
    id: 'chat-lines',
    version: 5,
    label: 'chat conversations, one per line',
    agent,
    shape: 'lines',
    capabilities,
    detect: (head) => (head.document === undefined && head.values.some(holdsChat) && !isOtherFormat(head) ? score : 0),
    openLines: openChatLines,
  },
  {
    id: 'chat-messages',
    version: 4,
    label: 'chat messages, one per line',
    agent,
    shape: 'lines',
    capabilities,
    detect: (head) => (holdsMessages(head) && !isOtherFormat(head) ? leastScore : 0),
    openLines: openMessageLines,
  },
];
