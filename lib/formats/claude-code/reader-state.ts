import type { RecordDraft } from '../format.ts';
import { toList, toObject } from '../narrow.ts';
import { BoundedMap } from './bounded-map.ts';

/** What is remembered of a session, to say each of its facts once: values cut for comparison alone. */
export type KnownSession = { cwd: string; gitBranch: string; version: string; model: string; tip: string };

/** A call that starts a subagent and has no result yet. */
export type OpenTask = { session: string; prompt: string | null; agentName: string | null; title: string | null };

/**
 * All that the reader remembers between lines. Everything is bounded, so that it stays under 32 kB as JSON whatever a
 * file holds; what falls out costs a link or a relation, never a record.
 */
export type ReaderState = {
  /** Session of lines that name none. */
  current: string | null;
  /** The inline subagent that spoke last. */
  inline: string | null;
  known: BoundedMap<KnownSession>;
  /** Session of recent entries, by short key of their id. */
  recent: BoundedMap<string>;
  tasks: BoundedMap<OpenTask>;
  /** Inline subagents whose call was not met yet, by fingerprint of their prompt. */
  roots: BoundedMap<string>;
  /** Titles that wait for the entry which they belong to, by its short key. */
  titles: BoundedMap<{ title: string; line: number }>;
  /** Links that were given already, newest last. */
  linked: BoundedMap<1>;
  /** Records of leading lines, until a line names the session. */
  leading: RecordDraft[];
};

const limits = { known: 16, recent: 250, tasks: 12, roots: 8, titles: 8, linked: 24 };

export const leadingLimit = 16;

/** Longest native id whose session is remembered, as JSON. */
export const knownIdChars = 200;

type StoredState = { [Key in keyof ReaderState]: ReaderState[Key] extends BoundedMap<infer Value> ? [string, Value][] : ReaderState[Key] };

export const toState = (state: ReaderState): StoredState => ({
  current: state.current,
  inline: state.inline,
  known: state.known.toEntries(),
  recent: toGroups(state.recent),
  tasks: state.tasks.toEntries(),
  roots: state.roots.toEntries(),
  titles: state.titles.toEntries(),
  linked: state.linked.toEntries(),
  leading: [...state.leading],
});

/** Entries of one session mostly follow each other: its id is written where it changes. */
const toGroups = (recent: BoundedMap<string>): [string, string][] => {
  let before: string | null = null;
  return recent.toEntries().map(([key, session]) => {
    const written: [string, string] = [key, session === before ? '' : session];
    before = session;
    return written;
  });
};

const fromGroups = (entries: readonly (readonly [string, string])[]): [string, string][] => {
  let before = '';
  return entries.map(([key, session]) => {
    before = session === '' ? before : session;
    return [key, before];
  });
};

/** Continues from what `toState` gave; anything else begins anew. */
export const fromState = (stored: unknown): ReaderState => {
  const from = isStored(stored) ? stored : null;
  return {
    current: from?.current ?? null,
    inline: from?.inline ?? null,
    known: new BoundedMap(limits.known, from?.known),
    recent: new BoundedMap(limits.recent, fromGroups(from?.recent ?? [])),
    tasks: new BoundedMap(limits.tasks, from?.tasks),
    roots: new BoundedMap(limits.roots, from?.roots),
    titles: new BoundedMap(limits.titles, from?.titles),
    linked: new BoundedMap(limits.linked, from?.linked),
    leading: [...(from?.leading ?? [])],
  };
};

/** State is written by `toState` alone; its outer shape tells it from that of another version. */
const isStored = (stored: unknown): stored is StoredState => {
  const object = toObject(stored);
  return (
    object !== null && ['known', 'recent', 'tasks', 'roots', 'titles', 'linked', 'leading'].every((key) => toList(object[key]) !== null)
  );
};
