import { fingerprintOf } from '../fingerprint.ts';
import { toName } from '../narrow.ts';
import type { Entry } from './entry.ts';
import { contentLimit, type ReaderState } from './reader-state.ts';
import type { Visits } from './visits.ts';

/**
 * Keys of lines. Forks and subagents begin with a copy of their parent's lines, written again with other times; a copy
 * must get the key that the parent's file gives, and no other line may. A line's key is therefore made of
 *
 * - its part: the turn, whose id no other session has; before the first turn, and in versions that give turns no such id,
 *   the thread that the session_meta line before it names;
 * - its content without times, and how many earlier lines of its part had the same content.
 */

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/iu;

/** Moves to the part that a line begins, if it begins one. */
export const enterPart = (state: ReaderState, { type, payload }: Entry, session: string): void => {
  const turn = type === 'turn_context' || (type === 'event_msg' && payload.type === 'task_started') ? toName(payload.turn_id, 64) : null;
  if (type === 'session_meta') {
    state.thread = toName(payload.id, 256) ?? session;
    beginPart(state, state.threads, `thread ${state.thread}`);
  } else if (turn !== null && uuid.test(turn)) beginPart(state, state.turns, `turn ${turn}`);
  else if (state.part === '' || isPastCopy(state, session)) {
    state.thread = session;
    beginPart(state, state.threads, `thread ${session}`);
  }
};

/** Lines after the copies in a part without turn ids are the session's own. */
const isPastCopy = (state: ReaderState, session: string): boolean =>
  !state.isCopying && state.thread !== session && state.part.startsWith(fingerprintOf(`thread ${state.thread}`));

/** Threads and turns have separate counters: a fork has one more thread than its parent, and must number the turns alike. */
const beginPart = (state: ReaderState, visits: Visits, name: string): void => {
  const part = fingerprintOf(name);
  if (state.part.startsWith(part)) return;
  state.part = visits.begin(part);
  state.page = 0;
  state.response = 0;
  clearContents(state);
};

const clearContents = (state: ReaderState) => state.contents.dropWhere(() => true);

/** The key of a line by its content. */
export const nextLineKey = (state: ReaderState, content: string): string => {
  const hash = fingerprintOf(content);
  const before = state.contents.get(hash) ?? 0;
  if (before === 0 && state.contents.size >= contentLimit) {
    clearContents(state);
    state.page += 1;
  }
  state.contents.set(hash, before + 1);
  return `${state.part}:${String(state.page)}:${hash}:${String(before)}`;
};

/** Native id of the response that is being given; a copy of it in another file has the same. */
export const responseOf = (state: ReaderState): string => `${state.part}:${String(state.response)}`;
