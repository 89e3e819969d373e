import type { Snapshot } from '../domain/snapshot.ts';
import { fingerprintOf } from '../formats/fingerprint.ts';
import { printTriple, toTriple } from './descriptor.ts';
import { eventKinds, type EventKind, type EventLists } from './events.ts';

/** What is remembered of a session's snapshots to check the next one: plain JSON, under 1 kB. */
export type History = {
  snapshots: number;
  /** The first triple, for people, and its fingerprint; null until a snapshot names a prompt. */
  triple: readonly [printed: string, fingerprint: string] | null;
  /** By kind: how many events the last snapshot holds, and fingerprints of the first one's key and of all keys. */
  events: Readonly<Record<EventKind, readonly [count: number, first: string, all: string]>>;
};

const words: Readonly<Record<EventKind, string>> = { rendered: 'prompts', tool: 'tool calls', executed: 'answers' };
const maxPrinted = 100;

export type CheckedSnapshot = {
  history: History;
  /** Why the snapshots are no trajectory: what this one has otherwise than those before it. */
  flaw: string | null;
  /** Whether the events of the snapshots before it are still there, so that only what follows them is new. */
  grows: boolean;
};

/** Checks a snapshot against those before it: one triple, and lists of events that only grow. */
export const checkSnapshot = (before: History | null, snapshot: Snapshot, lists: EventLists): CheckedSnapshot => {
  const triple = toTriple(snapshot, lists);
  const named =
    triple && ([printTriple(triple).slice(0, maxPrinted), fingerprintOf([triple.ns, triple.key, triple.tag].join('\0'))] as const);
  const number = (before?.snapshots ?? 0) + 1;
  const history = {
    snapshots: number,
    triple: before?.triple ?? named,
    events: { rendered: summarize(lists, 'rendered'), tool: summarize(lists, 'tool'), executed: summarize(lists, 'executed') },
  };
  const broken = before && eventKinds.filter((kind) => !isPrefix(before, lists, kind));
  const grows = !broken || broken.length === 0;
  const flaw = grows ? findDivergence(before, named, number) : nameBreak(before, lists, broken, number);
  return { history, flaw, grows };
};

/** Why snapshots, in the order of their rendering, are no trajectory; null if they are one. */
export const findTrajectoryFlaw = (snapshots: readonly { snapshot: Snapshot; lists: EventLists }[]): string | null => {
  let history: History | null = null;
  for (const { snapshot, lists } of snapshots) {
    const checked = checkSnapshot(history, snapshot, lists);
    if (checked.flaw !== null) return checked.flaw;
    ({ history } = checked);
  }
  return history === null ? 'it holds no snapshot' : null;
};

const keysOf = (lists: EventLists, kind: EventKind, count: number): string =>
  fingerprintOf(
    lists[kind]
      .slice(0, count)
      .map(({ key }) => key)
      .join('\0'),
  );

const summarize = (lists: EventLists, kind: EventKind): History['events'][EventKind] => [
  lists[kind].length,
  keysOf(lists, kind, 1),
  keysOf(lists, kind, lists[kind].length),
];

const isPrefix = ({ events }: History, lists: EventLists, kind: EventKind): boolean => {
  const [count, , all] = events[kind];
  return lists[kind].length >= count && keysOf(lists, kind, count) === all;
};

const findDivergence = (before: History | null, named: History['triple'], number: number): string | null =>
  before?.triple && named && before.triple[1] !== named[1]
    ? `snapshot ${number} is of the prompt ${named[0]}, those before it of ${before.triple[0]}`
    : null;

const nameBreak = ({ events }: History, lists: EventLists, broken: readonly EventKind[], number: number): string => {
  const held = eventKinds.filter((kind) => events[kind][0] > 0);
  if (held.every((kind) => keysOf(lists, kind, 1) !== events[kind][1]))
    return `the session was reset before snapshot ${number}: none of its ${listWords(held)} are there any more`;
  return `snapshot ${number} does not go on from the one before it: ${listWords(broken)} that were there are missing or in another order`;
};

const listWords = (kinds: readonly EventKind[]): string => {
  const names = kinds.map((kind) => words[kind]);
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}` : names.join('');
};
