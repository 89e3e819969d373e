import type { Store } from '../../store/store.ts';
import { rederiveSession } from './rederive.ts';

/** Completes what an interrupted import left: numbers and figures of sessions that were written but not settled. */
export const recoverArchive = async (store: Store): Promise<string[]> => {
  const unsettled = await store.listUnsettled();
  for (const id of unsettled) await rederiveSession(store, id, { whole: true });
  return unsettled.length === 0 ? [] : store.settle(unsettled);
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
