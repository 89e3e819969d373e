import type { Snapshot, SnapshotSlice } from '../domain/snapshot.ts';
import type { SnapshotChanges } from '../domain/trajectory.ts';
import { toJson } from '../formats/narrow.ts';
import { comparePromptVersions, toPromptVersion, type PromptVersion } from './descriptor.ts';
import { eventKinds, isEventSlice, listEvents, type EventKind, type EventLists } from './events.ts';

/** Compares two snapshots in their order; takes linear time. */
export const diffSnapshots = (before: Snapshot, after: Snapshot): SnapshotChanges => {
  const [one, other] = [listEvents(before), listEvents(after)];
  const [version, next] = [toLastVersion(one), toLastVersion(other)];
  return {
    events: {
      rendered: countEvents(one, other, 'rendered'),
      tool: countEvents(one, other, 'tool'),
      executed: countEvents(one, other, 'executed'),
    },
    slices: diffSlices(before.slices, after.slices),
    fields: diffFields(before, after),
    prompt: version && next ? comparePromptVersions(version, next) : [],
  };
};

const countEvents = (before: EventLists, after: EventLists, kind: EventKind) => {
  const [one, other] = [before, after].map((lists) => new Set(lists[kind].map(({ key }) => key)));
  const countOf = (keys?: ReadonlySet<string>, others?: ReadonlySet<string>): number =>
    [...(keys ?? [])].filter((key) => !others?.has(key)).length;
  return { added: countOf(other, one), removed: countOf(one, other) };
};

const diffSlices = (before: readonly SnapshotSlice[], after: readonly SnapshotSlice[]): SnapshotChanges['slices'] => {
  const [one, other] = [toMap(before), toMap(after)];
  const types = [...new Set([...one.keys(), ...other.keys()])];
  return types
    .filter((type) => isChanged(one.get(type), other.get(type)))
    .map((type) => ({ sliceType: type, before: one.get(type)?.items.length ?? null, after: other.get(type)?.items.length ?? null }));
};

/** Events that come and go are counted by themselves. */
const isChanged = (before: SnapshotSlice | undefined, after: SnapshotSlice | undefined): boolean => {
  const isEvents = [before, after].some((slice) => slice && isEventSlice(slice));
  return isEvents ? before !== undefined && after !== undefined && before.itemType !== after.itemType : toText(before) !== toText(after);
};

/** Each snapshot is compared twice: with the one before it and the one after it. */
const texts = new WeakMap<SnapshotSlice, string>();

const toText = (slice: SnapshotSlice | undefined): string | undefined => {
  if (!slice) return undefined;
  const text = texts.get(slice) ?? toJson([slice.itemType, slice.items]);
  texts.set(slice, text);
  return text;
};

const toMap = (slices: readonly SnapshotSlice[]): Map<string, SnapshotSlice> => new Map(slices.map((slice) => [slice.sliceType, slice]));

/** By their names in the file; the order of tags and policies means nothing. */
const fieldsOf = ({ tags, policies, parentId, childrenIds }: Snapshot) => ({
  tags: Object.entries(tags).sort(),
  policies: Object.entries(policies).sort(),
  parent_id: parentId,
  children_ids: childrenIds,
});

const diffFields = (before: Snapshot, after: Snapshot): string[] => {
  const next = new Map<string, unknown>(Object.entries(fieldsOf(after)));
  return Object.entries(fieldsOf(before)).flatMap(([name, value]) => (toJson(value) === toJson(next.get(name)) ? [] : [name]));
};

/** The version of the last prompt that describes its parts. */
export const toLastVersion = (lists: EventLists): PromptVersion | null =>
  eventKinds
    .filter((kind) => kind !== 'tool')
    .map((kind) => lists[kind].map(toPromptVersion).findLast((version) => version !== null))
    .find((version) => version !== undefined) ?? null;
