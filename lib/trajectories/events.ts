import type { Fields, Snapshot, SnapshotSlice } from '../domain/snapshot.ts';
import { fingerprintOf } from '../formats/fingerprint.ts';
import { toJson, toName, toText } from '../formats/narrow.ts';
import { parsePythonTime } from './python-time.ts';
import { toTypeName } from './type-name.ts';

/** Names after the colon of a slice's type; the module before the colon moved between versions. */
const typeNames = { rendered: 'PromptRendered', tool: 'ToolInvoked', executed: 'PromptExecuted' } as const;

export type EventKind = keyof typeof typeNames;

/** In the order in which events of one moment follow from each other. */
export const eventKinds: readonly EventKind[] = ['rendered', 'tool', 'executed'];

export type SnapshotEvent = {
  kind: EventKind;
  /** From 0, among the events of its kind: as long as events are only added, it stays. */
  index: number;
  /** `event_id`; without one, its content and index. */
  key: string;
  atMs: number | null;
  atUs: bigint | null;
  fields: Fields;
};

export type EventLists = Readonly<Record<EventKind, readonly SnapshotEvent[]>>;

const kindOf = ({ sliceType }: SnapshotSlice): EventKind | undefined =>
  eventKinds.find((kind) => sliceType.includes(':') && toTypeName(sliceType) === typeNames[kind]);

/** Whether a slice holds events. */
export const isEventSlice = (slice: SnapshotSlice): boolean => kindOf(slice) !== undefined;

/** The events that a snapshot holds, by kind, each list in its own order. Calls that an answer repeats are not counted twice. */
export const listEvents = ({ slices }: Snapshot): EventLists => {
  const listOf = (kind: EventKind): SnapshotEvent[] =>
    slices
      .filter((slice) => kindOf(slice) === kind)
      .flatMap(({ items }) => items)
      .map((fields, index) => toEvent(kind, fields, index));
  return { rendered: listOf('rendered'), tool: listOf('tool'), executed: listOf('executed') };
};

const toEvent = (kind: EventKind, fields: Fields, index: number): SnapshotEvent => {
  const time = parsePythonTime(toText(fields.created_at) ?? '');
  const key = toName(fields.event_id, 128) ?? `${kind}:${index}:${fingerprintOf(toJson(fields))}`;
  return { kind, index, key, atMs: time?.atMs ?? null, atUs: time?.atUs ?? null, fields };
};

/**
 * Events of all kinds in the order of time, to the microsecond. At the same time, prompts come before calls, calls before answers, and each
 * kind keeps its own order. An event without a time follows the one before it.
 */
export const mergeEvents = (lists: EventLists): SnapshotEvent[] => {
  const timed = eventKinds.flatMap((kind) => {
    let lastUs: bigint | null = null;
    return lists[kind].map((event) => ({ event, us: (lastUs = event.atUs ?? lastUs) }));
  });
  // Sorting is stable.
  return timed.sort((a, b) => (a.us === b.us ? 0 : (a.us ?? -Infinity) < (b.us ?? -Infinity) ? -1 : 1)).map(({ event }) => event);
};
