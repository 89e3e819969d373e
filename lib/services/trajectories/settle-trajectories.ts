import type { Store } from '../../store/store.ts';
import { untilApplied } from '../../store/until-applied.ts';
import { computeTrajectories } from './compute-trajectories.ts';
import { makeSnapshotReader } from './snapshot-reader.ts';

/**
 * Brings the trajectories of sessions whose snapshots changed up to date, each once: who adds snapshots settles them. `isAnew`: from their
 * lines, not from what was computed before.
 */
export const settleTrajectories = async (store: Store, { isAnew = false } = {}): Promise<void> => {
  const settled = new Set<string>();
  const listNext = async () => (await store.listUnsettledTrajectories()).filter((id) => !settled.has(id));
  for (let ids = await listNext(); ids.length > 0; ids = await listNext()) {
    for (const id of ids) {
      await untilApplied(async () => (await settleSession(store, id, isAnew)) || null, 'snapshots');
      settled.add(id);
    }
  }
};

/** False where another process added snapshots meanwhile. */
const settleSession = async (store: Store, sessionId: string, isAnew: boolean): Promise<boolean> => {
  const stored = await store.readSnapshots(sessionId);
  if (!stored) return true;
  const settled = await computeTrajectories(makeSnapshotReader(store, sessionId), stored, { isAnew });
  return store.putTrajectories(sessionId, stored.version, settled);
};
