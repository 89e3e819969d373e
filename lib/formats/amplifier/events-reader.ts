import type { Drafts, Line, LineReader, SourceHints } from '../format.ts';
import { toObject } from '../narrow.ts';
import { toNotAnObject } from '../not-an-object.ts';
import { toEntry } from './entry.ts';
import { readEvent } from './event.ts';
import { fromState, toState, type ReaderState } from './reader-state.ts';
import { addSessionFacts, toSessionFacts } from './session-facts.ts';
import { toFileSession } from './session-ids.ts';

/** Reads an event log. Each line belongs to the session that it names, else to that of the line before it. */
export const openEvents = (hints: SourceHints, stored: unknown): LineReader => {
  const state = fromState(stored);
  return {
    read: (line, value, out) => {
      if (toObject(value)) readLine(state, hints, line, value, out);
      else out.issues.push(toNotAnObject(line));
    },
    state: () => toState(state),
  };
};

const readLine = (state: ReaderState, hints: SourceHints, line: Line, value: unknown, out: Drafts): void => {
  const entry = toEntry(toObject(value) ?? {});
  const session = entry.session ?? state.current ?? toFileSession(hints.path, line);
  state.current = session;
  addSessionFacts(state, out, line, entry.atMs, session, toSessionFacts(session, entry.event, entry.value, entry.data));
  readEvent({ ...entry, state, line, session, out, nextBlock: 0 });
};
