import { BoundedMap } from '../bounded-map.ts';
import { toList, toObject, toText } from '../narrow.ts';
import { Visits, type StoredVisits } from './visits.ts';

/** Cumulative counts of a session, as `token_count` gives them. */
export type Totals = { input: number; cached: number; cacheWrite: number | null; output: number; reasoning: number | null };

/** A command that outlives the call that started it, or a script that other calls run inside of. */
export type Process = {
  /** Native id of the call that started it; null where the id is too long to keep. */
  starter: string | null;
  /** Features by which a script is judged (see script.ts); null for a command. */
  needs: string | null;
  /** Whether the starting call returned while it was still running. */
  isYielded: boolean;
  /** Nested commands whose end is known, whether any nested call failed, and with which exit code. */
  commands: number;
  isFailed: boolean;
  exitCode: number | null;
  /** Who reported the end: an event about the starting call, or the output of a later call that waited for it. */
  end: 'open' | 'event' | 'output';
};

/**
 * All that the reader remembers between lines. Everything is bounded, so that it stays under 32 kB as JSON whatever a file
 * holds.
 */
export type ReaderState = {
  /** Native id of the file's session; null before the first line. */
  session: string | null;
  /** Whether its running totals include those of another file. */
  isChild: boolean;
  /** Entries with a smaller ordinal are copies of the parent's; null if the file does not name one. */
  ownFrom: number | null;
  /** Whether responses are recorded one by one: totals then add nothing. */
  isRecorded: boolean;
  /** Time of the first line: what is copied from a parent did not happen here before it. */
  firstMs: number | null;
  /** Time of the line before, or of the first one where that is later. */
  lastMs: number | null;
  /** Whether the lines that are read are copies of a parent's: see copying.ts. */
  isCopying: boolean;
  model: string | null;
  /** Fingerprint of the last facts. */
  facts: string;
  /** The thread that lines without a turn belong to, and the part of it that is being read: see line-keys.ts. */
  thread: string;
  part: string;
  /** How often each thread and each turn began. */
  threads: Visits;
  turns: Visits;
  /** How often each content occurred in this part, and how many times that list was restarted. */
  contents: BoundedMap<number>;
  page: number;
  /** Number of the response in this part. */
  response: number;
  /** Searches since the last response that the API charges for. */
  searches: number;
  totals: Totals | null;
  /** Texts seen so far, with the channels that gave them. */
  texts: BoundedMap<string>;
  /** Calls seen so far, and whether they start an agent: see calls.ts. */
  calls: BoundedMap<boolean>;
  /** Scripts and commands that have not ended, and which of them a call waits for: see processes.ts. */
  processes: BoundedMap<Process>;
  waits: BoundedMap<string>;
};

const limits = { threads: 16, turns: 64, contents: 256, texts: 96, calls: 1000, processes: 16, waits: 16 };
const filterBytes = { threads: 512, turns: 2048 };

export const contentLimit = limits.contents;

/** Archives hold such states: texts keep the key that they have there. */
export type StoredState = {
  [Key in Exclude<keyof ReaderState, 'calls' | 'texts'>]: ReaderState[Key] extends BoundedMap<infer Value>
    ? [string, Value][]
    : ReaderState[Key] extends Visits
      ? StoredVisits
      : ReaderState[Key];
} & { calls: string; said: [string, string][] };

/** Keys of calls in one text; a `!` marks those that start an agent. */
const toStoredCalls = (calls: ReaderState['calls']): string =>
  calls
    .toEntries()
    .map(([key, spawns]) => (spawns ? `${key}!` : key))
    .join(' ');

const fromStoredCalls = (text: string): [string, boolean][] =>
  text === '' ? [] : text.split(' ').map((key) => (key.endsWith('!') ? [key.slice(0, -1), true] : [key, false]));

/** The state as plain JSON, under 32 kB. */
export const toState = ({ texts, ...state }: ReaderState): StoredState => ({
  ...state,
  threads: state.threads.toStored(),
  turns: state.turns.toStored(),
  contents: state.contents.toEntries(),
  said: texts.toEntries(),
  calls: toStoredCalls(state.calls),
  processes: state.processes.toEntries(),
  waits: state.waits.toEntries(),
});

/** Continues from what `toState` gave; anything else starts from the beginning. */
export const fromState = (stored: unknown): ReaderState => {
  const from = isStored(stored) ? stored : null;
  return {
    session: from?.session ?? null,
    isChild: from?.isChild ?? false,
    ownFrom: from?.ownFrom ?? null,
    isRecorded: from?.isRecorded ?? false,
    firstMs: from?.firstMs ?? null,
    lastMs: from?.lastMs ?? null,
    isCopying: from?.isCopying ?? false,
    model: from?.model ?? null,
    facts: from?.facts ?? '',
    thread: from?.thread ?? '',
    part: from?.part ?? '',
    page: from?.page ?? 0,
    response: from?.response ?? 0,
    searches: from?.searches ?? 0,
    totals: from?.totals ?? null,
    threads: new Visits(limits.threads, filterBytes.threads, from?.threads),
    turns: new Visits(limits.turns, filterBytes.turns, from?.turns),
    contents: new BoundedMap(limits.contents, from?.contents),
    texts: new BoundedMap(limits.texts, from?.said),
    calls: new BoundedMap(limits.calls, fromStoredCalls(from?.calls ?? '')),
    processes: new BoundedMap(limits.processes, from?.processes),
    waits: new BoundedMap(limits.waits, from?.waits),
  };
};

/** Only `toState` writes the state; its outer shape distinguishes it from that of another version. */
const isStored = (stored: unknown): stored is StoredState => {
  const object = toObject(stored);
  return (
    object !== null &&
    ['threads', 'turns'].every((key) => toObject(object[key]) !== null) &&
    ['contents', 'said'].every((key) => toList(object[key]) !== null) &&
    toText(object.calls) !== null
  );
};
