import type { Snapshot } from '../../domain/snapshot.ts';
import { listEvents } from '../events.ts';
import { checkSnapshot, type History } from '../validate.ts';

/** Why snapshots, in this order, are no trajectory: the first flaw; null if they are one. */
export const findTrajectoryFlaw = (snapshots: readonly Snapshot[]): string | null => {
  let history: History | null = null;
  for (const snapshot of snapshots) {
    const checked = checkSnapshot(history, snapshot, listEvents(snapshot));
    if (checked.flaw !== null) return checked.flaw;
    history = checked.history;
  }
  return null;
};
