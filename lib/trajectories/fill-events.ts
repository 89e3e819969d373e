import type { Snapshot } from '../domain/snapshot.ts';
import { isEventSlice, listEvents } from './events.ts';
import { leavesEventsOut } from './validate.ts';

/** A snapshot that leaves its session's events out, with those of the last one that holds them; any other as it is. */
export const fillEvents = (snapshot: Snapshot, last: Snapshot | null): Snapshot => {
  if (last === null || !leavesEventsOut(snapshot, listEvents(snapshot))) return snapshot;
  const isOther = (slice: Snapshot['slices'][number]): boolean => !isEventSlice(slice);
  return { ...snapshot, slices: [...snapshot.slices.filter(isOther), ...last.slices.filter(isEventSlice)] };
};
