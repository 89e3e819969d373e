import * as z from 'zod';
import type { Snapshot } from '../domain/snapshot.ts';
import { maxNameChars, type DescriptorTriple, type GivenDescriptor } from '../domain/trajectory.ts';
import { fingerprintOf } from '../formats/fingerprint.ts';
import { printTriple, toTriple } from './descriptor.ts';
import { eventKinds, type EventKind, type EventLists } from './events.ts';

/** How many events a snapshot holds, and fingerprints of the first one's key and of all keys. */
const keys = z.tuple([z.int(), z.string(), z.string()]);

/** Facts kept about a session's snapshots to check the next one: plain JSON, under 600 bytes. */
export const history = z.object({
  snapshots: z.int(),
  /** The first triple, for people, and its fingerprint; null until a snapshot names a prompt. */
  triple: z.tuple([z.string(), z.string()]).nullable(),
  /** By kind, of the last snapshot that holds events. */
  events: z.object({ rendered: keys, tool: keys, executed: keys }),
});
export type History = z.infer<typeof history>;

const words: Readonly<Record<EventKind, string>> = { rendered: 'prompts', tool: 'tool calls', executed: 'answers' };
const maxPrinted = 48;

export type CheckedSnapshot = {
  history: History;
  triple: DescriptorTriple | null;
  /** Why the snapshots are no trajectory: what this one has otherwise than those before it. */
  flaw: string | null;
  /** Whether the events of the snapshots before it are still there, so that only what follows them is new. */
  grows: boolean;
};

/** Checks a snapshot against those before it: one triple, and lists of events that only grow. */
export const checkSnapshot = (
  before: History | null,
  snapshot: Snapshot,
  lists: EventLists,
  given: GivenDescriptor | null = null,
): CheckedSnapshot => {
  const found = toTriple(snapshot, lists, given);
  const isLong = found !== null && Object.values(found).some((name) => name.length > maxNameChars);
  const triple = isLong ? null : found;
  const named: History['triple'] = triple && [
    printTriple(triple).slice(0, maxPrinted),
    fingerprintOf([triple.ns, triple.key, triple.tag].join('\0')),
  ];
  const number = (before?.snapshots ?? 0) + 1;
  const leavesOut = before !== null && leavesEventsOut(snapshot, lists);
  const history = {
    snapshots: number,
    triple: before?.triple ?? named,
    events: leavesOut
      ? before.events
      : { rendered: summarize(lists, 'rendered'), tool: summarize(lists, 'tool'), executed: summarize(lists, 'executed') },
  };
  const broken = before && !leavesOut && eventKinds.filter((kind) => !isPrefix(before, lists, kind));
  const grows = !broken || broken.length === 0;
  const long = isLong ? `the prompt of snapshot ${number} has a namespace, key or tag of more than ${maxNameChars} characters` : null;
  const flaw = grows ? (long ?? findDivergence(before, named, number)) : nameBreak(before, lists, broken, number);
  return { history, triple, flaw, grows };
};

/** The default `snapshot()` leaves events out; after a reset, nothing at all is there. */
export const leavesEventsOut = ({ slices }: Snapshot, lists: EventLists): boolean =>
  eventKinds.every((kind) => lists[kind].length === 0) && slices.some(({ items }) => items.length > 0);

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
  if (isReset({ events }, lists))
    return `the session was reset before snapshot ${number}: none of its ${listWords(held)} are there any more`;
  return `snapshot ${number} does not go on from the one before it: ${listWords(broken)} that were there are missing or in another order`;
};

/** Whether none of the events are there any more with which the snapshots before began. */
export const isReset = ({ events }: Pick<History, 'events'>, lists: EventLists): boolean =>
  eventKinds.every((kind) => events[kind][0] === 0 || keysOf(lists, kind, 1) !== events[kind][1]);

const listWords = (kinds: readonly EventKind[]): string => {
  const names = kinds.map((kind) => words[kind]);
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}` : names.join('');
};
