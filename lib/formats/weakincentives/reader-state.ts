import type { History } from '../../trajectories/validate.ts';
import { BoundedMap } from '../bounded-map.ts';
import { toList, toName, toObject } from '../narrow.ts';

/** All that the reader remembers between lines: under 32 kB as JSON, whatever a file holds. */
export type ReaderState = {
  /** Session of lines that name none; null before the first one. */
  current: string | null;
  /** Known history of each session's snapshots so far. */
  sessions: BoundedMap<History>;
};

const maxSessions = 48;

export type StoredState = { current: string | null; sessions: [string, History][] };

export const toState = ({ current, sessions }: ReaderState): StoredState => ({ current, sessions: sessions.toEntries() });

/** Restores what `toState` returned; starts from the beginning for anything else. */
export const fromState = (stored: unknown): ReaderState => {
  const from = isStored(stored) ? stored : null;
  return { current: toName(from?.current, 256), sessions: new BoundedMap(maxSessions, from?.sessions) };
};

/** Only `toState` writes the state. */
const isStored = (stored: unknown): stored is StoredState => toList(toObject(stored)?.sessions) !== null;
