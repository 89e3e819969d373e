import { toInstant } from '../elements/instant.ts';
import type { Drafts, Line, LineReader, SourceHints } from '../format.ts';
import { toObject, type JsonObject } from '../narrow.ts';
import { toNotAnObject } from '../not-an-object.ts';
import { readMessage } from './message.ts';
import { fromState, toState, type ReaderState } from './reader-state.ts';
import { addSessionFacts, toSessionFacts } from './session-facts.ts';
import { toFileSession } from './session-ids.ts';

/** Reads a transcript: the messages of one session, which the folder names. */
export const openTranscript = (hints: SourceHints, stored: unknown): LineReader => {
  const state = fromState(stored);
  return {
    read: (line, value, out) => {
      const message = toObject(value);
      if (message) readLine(state, hints, line, message, out);
      else out.issues.push(toNotAnObject(line));
    },
    state: () => toState(state),
  };
};

const readLine = (state: ReaderState, hints: SourceHints, line: Line, message: JsonObject, out: Drafts): void => {
  const session = state.current ?? toFileSession(hints.path, line);
  state.current = session;
  const times = [toObject(message.metadata)?.timestamp, message.timestamp, message.ts];
  const atMs = times.map(toInstant).find((at) => at !== null) ?? null;
  addSessionFacts(state, out, line, atMs, session, toSessionFacts(session, '', {}, {}));
  readMessage({ state, line, session, atMs, out, nextBlock: 0 }, message);
};
