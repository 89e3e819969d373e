import { toEpochMs, toInstant } from '../instant.ts';
import { toName } from '../narrow.ts';
import type { Entry } from './entry.ts';
import type { ReaderState } from './reader-state.ts';

/** Copies are written one after another without such a pause. */
const pauseMs = 2000;

/**
 * Follows whether lines are copies. A fork or subagent begins with its own session_meta, then its parent's, then all that
 * the parent wrote, mostly with the time of the copying. They end at the entry that the file names, at a turn that did not
 * begin before the file did, or after a pause.
 */
export const followCopying = (state: ReaderState, entry: Entry, session: string): void => {
  const atMs = entry.atMs === null || state.firstMs === null ? entry.atMs : Math.max(entry.atMs, state.firstMs);
  if (entry.type === 'session_meta') state.isCopying = (toName(entry.payload.id, 256) ?? session) !== session;
  else if (state.isCopying) state.isCopying = !isOwn(state, entry, atMs);
  state.lastMs = atMs ?? state.lastMs;
};

const isOwn = (state: ReaderState, { type, payload, ordinal }: Entry, atMs: number | null): boolean => {
  if (state.ownFrom !== null && ordinal !== null) return ordinal >= state.ownFrom;
  const beganMs = type === 'event_msg' && payload.type === 'task_started' ? toBegan(payload.started_at) : null;
  if (beganMs !== null && state.firstMs !== null) return beganMs > state.firstMs - pauseMs;
  return atMs !== null && state.lastMs !== null && atMs - state.lastMs > pauseMs;
};

/** The start of a turn is in whole epoch seconds. */
const toBegan = (value: unknown): number | null => (typeof value === 'number' ? toEpochMs(value * 1000) : toInstant(value));
