import { setImmediate } from 'node:timers/promises';
import type { ObserverSet } from '../../observers/observer-set.ts';
import type { Store } from '../../store/store.ts';
import { observeSession } from './observe-session.ts';

/** Sessions that are asked for at once. */
const mostListed = 50;

export type ReplayProgress = { sessions: number; calls: number };

type Options = {
  signal?: AbortSignal;
  onProgress?: (progress: ReplayProgress) => void;
  /** A session whose fold fails is passed over; the next replay tries it again. */
  onError: (sessionId: string, error: unknown) => void;
};

/**
 * Lets observers see what they did not see of any session, newest first, until nothing is left. Others have their turn after each
 * window of calls. Cut off at any moment, the next replay goes on from there.
 */
export const replayArchive = async (store: Store, set: ObserverSet, { signal, onProgress, onError }: Options): Promise<ReplayProgress> => {
  const progress: ReplayProgress = { sessions: 0, calls: 0 };
  const failed = new Set<string>();
  const onFolded = (calls: number) => {
    progress.calls += calls;
    onProgress?.(progress);
  };
  while (!signal?.aborted) {
    const listed = await store.listUnobserved(set.key, mostListed + failed.size);
    const ids = listed.filter((id) => !failed.has(id));
    if (ids.length === 0) break;
    for (const id of ids) {
      if (signal?.aborted) break;
      try {
        await observeSession(store, set, id, { ...(signal && { signal }), onFolded });
        progress.sessions += 1;
      } catch (error) {
        failed.add(id);
        onError(id, error);
      }
      await setImmediate();
    }
  }
  return progress;
};
