import type { Store } from '../../store/store.ts';
import { replayArchive } from './replay-archive.ts';
import type { LoadObservers } from './default-observers.ts';
import { followWrites, type WriteFollower } from './follow-writes.ts';

/** A session that failed is tried again when it changes; after so long also at any write, for the reason may have passed. */
const failedForMs = 60_000;

type Deps = {
  store: Store;
  loadObservers: LoadObservers;
  /** `sessionId` null: the archive could not be looked at, or the observers not be made. It is tried again after the next write. */
  onError: (sessionId: string | null, error: unknown) => void;
};

/** Observes what no observer has seen or is to be observed again, with the configuration of now; what is stopped ends after its window. */
export const followArchive = ({ store, loadObservers, onError }: Deps): Omit<WriteFollower, 'poke'> => {
  const failed = new Map<string, string>();
  const follower = followWrites({
    store,
    run: async (signal) => replayArchive(store, loadObservers(), { signal, onError, failed }),
    onError: (error) => onError(null, error),
  });
  const forget = setInterval(() => failed.clear(), failedForMs);
  return {
    ...follower,
    look: () => {
      failed.clear();
      follower.look();
    },
    close: async () => {
      clearInterval(forget);
      await follower.close();
    },
  };
};
