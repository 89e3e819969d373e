import { isChatMessage } from '../content-marks.ts';
import type { ElementContext } from '../elements/drafting.ts';
import { longFingerprintOf } from '../elements/element-drafts.ts';
import { toInstant } from '../elements/instant.ts';
import type { Drafts, Head, Line, LineReader, SourceHints } from '../format.ts';
import { toModel, toName, toObject, type JsonObject } from '../narrow.ts';
import { toNotAnObject } from '../not-an-object.ts';
import { readMessage } from './message.ts';
import { isShareGptMessage, toChatMessage } from './sharegpt.ts';

/** Whether every line is a message; a list of messages, or a line that holds one, is another format. */
export const holdsMessages = (head: Head): boolean => {
  const values = head.document === undefined ? head.values : [head.document];
  return values.length > 0 && values.every((value) => isMessage(toObject(value)));
};

const isMessage = (value: JsonObject | null): boolean => value !== null && (isChatMessage(value) || isShareGptMessage(value));

/** Reads one message a line; all of them are one conversation, unless they name theirs. */
export const openMessageLines = (hints: SourceHints, stored: unknown): LineReader => {
  let session = toName(toObject(stored)?.session, 1024);
  return {
    read: (line, value, out) => {
      const message = toObject(value);
      if (!message) {
        out.issues.push(toNotAnObject(line));
        return;
      }
      session = toName(message.conversation_id, 200) ?? toName(message.session_id, 200) ?? session ?? toFileSession(hints.path, line);
      readLine(session, line, toChatMessage(message), out);
    },
    state: () => ({ session }),
  };
};

/** Many conversations begin with the same message: the names of the file and its folder distinguish them. */
const toFileSession = (path: string, line: Line): string => {
  const place = path.split(/[/\\]/u).slice(-2).join('/');
  return `messages:${longFingerprintOf(`${place}\0${line.hash}`)}`;
};

const readLine = (session: string, line: Line, message: JsonObject, out: Drafts): void => {
  const isAssistant = message.role === 'assistant';
  const times = [message.timestamp, message.created_at, message.ts, toObject(message.metadata)?.timestamp];
  const context: ElementContext = {
    out,
    line,
    session,
    nativeKey: null,
    nextBlock: 0,
    atMs: times.map(toInstant).find((at) => at !== null) ?? null,
    model: isAssistant ? toModel(message.model) : null,
    response: isAssistant ? `${String(line.number)}:${line.hash}` : null,
  };
  if (line.number === 1) out.sessions.push({ nativeId: session, line: 1, atMs: context.atMs });
  readMessage(context, message);
};
