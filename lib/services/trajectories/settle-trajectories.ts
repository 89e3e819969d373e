import type { Store } from '../../store/store.ts';
import { computeTrajectories } from './compute-trajectories.ts';
import { makeSnapshotReader } from './snapshot-reader.ts';

/** Brings the trajectories of sessions whose snapshots changed up to date. `isAnew`: from their lines, not from what was computed before. */
export const settleTrajectories = async (store: Store, { isAnew = false } = {}): Promise<void> => {
  for (let ids = await store.listUnsettledTrajectories(); ids.length > 0; ids = await store.listUnsettledTrajectories()) {
    for (const id of ids) while (!(await settleSession(store, id, isAnew)));
  }
};

/** False where another process added snapshots meanwhile. */
const settleSession = async (store: Store, sessionId: string, isAnew: boolean): Promise<boolean> => {
  const stored = await store.readSnapshots(sessionId);
  if (!stored) return true;
  const settled = await computeTrajectories(makeSnapshotReader(store, sessionId), stored, { isAnew });
  return store.putTrajectories(sessionId, stored.version, settled);
};
