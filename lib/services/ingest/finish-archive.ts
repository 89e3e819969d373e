import type { Store } from '../../store/store.ts';
import { figuresVersion } from '../../trajectories/figures.ts';
import { settleTrajectories } from '../trajectories/settle-trajectories.ts';
import { rederiveSession } from './rederive.ts';

/** Completes an interrupted import: renumbers, recomputes and places sessions. Derives what an older version did not. */
export const recoverArchive = async (store: Store): Promise<string[]> => {
  const staleSessions = await store.listStaleSessions();
  for (const id of staleSessions) await rederiveSession(store, id, { whole: true });
  const changed = staleSessions.length === 0 ? [] : await store.recomputeAggregates(staleSessions);
  await store.placeSessions();
  await store.unsettleTrajectories(figuresVersion);
  await settleTrajectories(store);
  while ((await store.deriveMissingMetrics()) > 0);
  return changed;
};

/** Indexes everything that is not searchable yet, in short transactions. Answers the number of records. */
export const indexArchive = async (store: Store, signal?: AbortSignal): Promise<number> => {
  let indexed = 0;
  while (!signal?.aborted) {
    const more = await store.indexSome();
    if (more === 0) break;
    indexed += more;
  }
  return indexed;
};
