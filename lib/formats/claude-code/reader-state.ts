import type { Tokens } from '../../domain/tokens.ts';
import type { RecordDraft } from '../format.ts';
import { toList, toObject } from '../narrow.ts';
import { BoundedMap } from '../bounded-map.ts';

/** Short keys of a session's known facts, so that each is reported once. */
type KnownFacts = { cwd: string; gitBranch: string; version: string; model: string; tip: string };

/**
 * Known facts of a session. `depth`: prompts on the path to its last one; `prompt`: a key of the last one; `isChained`: its entries name
 * the ones before them.
 */
export type KnownSession = KnownFacts & { depth: number; prompt: string; isChained: boolean };

/** An entry that was met: its session, and the prompts on the path up to it; null where it has no place there. */
export type MetEntry = { session: string; depth: number | null };

/** A call that starts a subagent and has no result yet. */
export type OpenTask = { session: string; prompt: string | null; agentName: string | null; title: string | null };

/** Sums over the runs that one file of streamed output holds. `run` names the first of them. */
export type PrintedTotals = { run: string; tokens: Tokens; costUsd: number | null; reportedUsd: number | null };

/** Who answered since the last run ended, and with which models. Two subagents are enough to know that there were several. */
export type PrintedSpeakers = { children: string[]; models: string[] };

/**
 * All that the reader remembers between lines. Everything is bounded, so that it stays under 32 kB as JSON whatever a
 * file holds. An evicted entry costs a link or a relation, never a record.
 */
export type ReaderState = {
  /** Session of lines that name none. */
  current: string | null;
  /** The inline subagent that spoke last. */
  inline: string | null;
  known: BoundedMap<KnownSession>;
  /** Recent entries, by short key of their id. */
  recent: BoundedMap<MetEntry>;
  /** Prompts on the path up to entries that prompts followed, by fingerprint. */
  followed: BoundedMap<number>;
  tasks: BoundedMap<OpenTask>;
  /** Inline subagents whose call was not met yet, by fingerprint of their prompt. */
  roots: BoundedMap<string>;
  /** Titles that wait for the entry they belong to, by its short key. */
  titles: BoundedMap<{ title: string; line: number }>;
  /** Links that were added already, newest last. */
  linked: BoundedMap<1>;
  /** Agents of streamed output, by the call that started them. */
  agents: BoundedMap<string>;
  /** Usage of the runs of streamed output, by session. */
  runs: BoundedMap<PrintedTotals>;
  speakers: PrintedSpeakers;
  /** The response of each call met last; both by short key. */
  asked: BoundedMap<string>;
  /** Calls that a person refused, or that were running: a later line says which. */
  refused: BoundedMap<1>;
  /** Calls that started a background task, by the task's id. */
  background: BoundedMap<string>;
  /** Tasks that calls ask for, by short key of the call; `!` before one that it stops. */
  polls: BoundedMap<string>;
  /** Notices of background tasks that were met last, by short key. */
  noticed: BoundedMap<1>;
  /** Latest time of the lines before the file's first entry; `begun` from that entry on. */
  opened: number | null | 'begun';
  /** Records of leading lines, until a line names the session. */
  leading: RecordDraft[];
};

const limits = {
  known: 16,
  recent: 220,
  followed: 120,
  tasks: 12,
  roots: 8,
  titles: 8,
  linked: 24,
  agents: 12,
  runs: 4,
  asked: 24,
  refused: 8,
  background: 24,
  polls: 12,
  noticed: 12,
};

/** Maximum number of records that wait for the line that names their session. */
export const leadingLimit = 16;

/** Maximum size of an id in the state, in bytes; longer ones are not remembered. */
const idBytes = 200;

/** Whether an id is short enough to be remembered. */
export const isShort = (id: string): boolean => Buffer.byteLength(JSON.stringify(id)) <= idBytes;

/** Remembers a session if its id is short enough. Evicting a session evicts its entries. */
export const remember = (state: ReaderState, session: string, known: KnownSession): void => {
  if (!isShort(session)) return;
  const forgotten = state.known.set(session, known);
  if (forgotten !== null) state.recent.dropWhere(({ session: owner }) => owner === forgotten);
};

type StoredState = Omit<
  { [Key in keyof ReaderState]: ReaderState[Key] extends BoundedMap<infer Value> ? [string, Value][] : ReaderState[Key] },
  'recent'
> & {
  /** Sessions of `recent`, which holds indices into them. */
  owners: string[];
  recent: [string, number, number | null][];
};

/** The state as plain JSON, under 32 kB. */
export const toState = (state: ReaderState): StoredState => {
  const recent = state.recent.toEntries();
  const owners = [...new Set(recent.map(([, { session }]) => session))];
  const indices = new Map(owners.map((session, index) => [session, index]));
  return {
    current: state.current,
    inline: state.inline,
    known: state.known.toEntries(),
    owners,
    recent: recent.map(([key, { session, depth }]) => [key, indices.get(session) ?? 0, depth]),
    followed: state.followed.toEntries(),
    tasks: state.tasks.toEntries(),
    roots: state.roots.toEntries(),
    titles: state.titles.toEntries(),
    linked: state.linked.toEntries(),
    agents: state.agents.toEntries(),
    runs: state.runs.toEntries(),
    speakers: state.speakers,
    asked: state.asked.toEntries(),
    refused: state.refused.toEntries(),
    background: state.background.toEntries(),
    polls: state.polls.toEntries(),
    noticed: state.noticed.toEntries(),
    opened: state.opened,
    leading: [...state.leading],
  };
};

/** Restores what `toState` returned; starts from the beginning for anything else. */
export const fromState = (stored: unknown): ReaderState => {
  const from = isStored(stored) ? stored : null;
  return {
    current: from?.current ?? null,
    inline: from?.inline ?? null,
    known: new BoundedMap(limits.known, from?.known),
    recent: new BoundedMap(
      limits.recent,
      from?.recent.map(([key, index, depth]) => [key, { session: from.owners[index] ?? '', depth }] as const),
    ),
    followed: new BoundedMap(limits.followed, from?.followed),
    tasks: new BoundedMap(limits.tasks, from?.tasks),
    roots: new BoundedMap(limits.roots, from?.roots),
    titles: new BoundedMap(limits.titles, from?.titles),
    linked: new BoundedMap(limits.linked, from?.linked),
    agents: new BoundedMap(limits.agents, from?.agents),
    runs: new BoundedMap(limits.runs, from?.runs),
    speakers: from?.speakers ?? { children: [], models: [] },
    // States that an earlier version stored lack these.
    asked: new BoundedMap(limits.asked, from && 'asked' in from ? from.asked : []),
    refused: new BoundedMap(limits.refused, from && 'refused' in from ? from.refused : []),
    background: new BoundedMap(limits.background, from && 'background' in from ? from.background : []),
    polls: new BoundedMap(limits.polls, from && 'polls' in from ? from.polls : []),
    noticed: new BoundedMap(limits.noticed, from && 'noticed' in from ? from.noticed : []),
    opened: from ? ('opened' in from ? from.opened : 'begun') : null,
    leading: [...(from?.leading ?? [])],
  };
};

/** Only `toState` writes the state; its outer shape distinguishes it from that of another version. */
const isStored = (stored: unknown): stored is StoredState => {
  const object = toObject(stored);
  return (
    object !== null &&
    ['known', 'owners', 'recent', 'followed', 'tasks', 'roots', 'titles', 'linked', 'leading'].every((key) => toList(object[key]) !== null)
  );
};
