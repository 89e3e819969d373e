import { setImmediate } from 'node:timers/promises';
import type { ObserverSet } from '../../observers/observer-set.ts';
import type { Store } from '../../store/store.ts';
import { observeSession } from './observe-session.ts';

/** Sessions that are asked for at once. */
const maxListed = 50;

export type ReplayProgress = { sessions: number; calls: number };

type Options = {
  signal?: AbortSignal;
  onProgress?: (progress: ReplayProgress) => void;
  /** A session whose observers fail is skipped. */
  onError: (sessionId: string, error: unknown) => void;
  /** Sessions that failed, with their version at that time: none is tried again until its version changes. Kept up to date. */
  failed?: Map<string, string>;
};

/**
 * Shows observers the calls that they have not seen, newest session first, until nothing is left. Results of another configuration stay.
 * Other work gets its turn after each window of calls. Cut off at any moment, the next replay goes on from there.
 */
export const replayArchive = async (
  store: Store,
  set: ObserverSet,
  { signal, onProgress, onError, failed = new Map() }: Options,
): Promise<ReplayProgress> => {
  const progress: ReplayProgress = { sessions: 0, calls: 0 };
  const onReduced = (calls: number) => {
    progress.calls += calls;
    onProgress?.(progress);
  };
  while (!signal?.aborted) {
    const listed = await store.listUnobserved(maxListed + failed.size);
    const next = listed.filter(({ sessionId, version }) => failed.get(sessionId) !== version);
    if (next.length === 0) break;
    for (const { sessionId, version } of next) {
      if (signal?.aborted) break;
      try {
        await observeSession(store, set, sessionId, { ...(signal && { signal }), onReduced });
        failed.delete(sessionId);
        progress.sessions += 1;
      } catch (error) {
        failed.set(sessionId, version);
        onError(sessionId, error);
      }
      await setImmediate();
    }
  }
  return progress;
};
