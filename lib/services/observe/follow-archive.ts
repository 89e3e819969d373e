import type { Store } from '../../store/store.ts';
import { replayArchive } from './replay-archive.ts';
import type { LoadObservers } from './default-observers.ts';

/** A session that failed is tried again when it changes; after so long also at any write, for the reason may have passed. */
const failedForMs = 60_000;

export type ArchiveFollower = {
  /** Looks at once, even if nothing was written, with the configuration of now; what runs ends after its window. */
  look(): void;
  /** While held nothing is observed: what runs ends after its window. */
  hold(held: boolean): void;
  /** Ends after the window that is under way. */
  close(): Promise<void>;
};

type Deps = {
  store: Store;
  loadObservers: LoadObservers;
  /** `sessionId` null: the archive could not be looked at, or the observers not be made. It is tried again after the next write. */
  onError: (sessionId: string | null, error: unknown) => void;
};

/** Observes what no observer has seen or is to be observed again, now and whenever this or another process has written to the archive. */
export const followArchive = ({ store, loadObservers, onError }: Deps): ArchiveFollower => {
  let isStale = true;
  let held = false;
  const failed = new Map<string, string>();
  let running: { done: Promise<void>; stop: AbortController } | null = null;

  const replay = async (signal: AbortSignal) => {
    try {
      await replayArchive(store, loadObservers(), { signal, onError, failed });
    } catch (error) {
      onError(null, error);
    }
  };
  const startIfStale = () => {
    if (held || running || !isStale) return;
    isStale = false;
    const stop = new AbortController();
    const done = replay(stop.signal).finally(() => {
      running = null;
      startIfStale();
    });
    running = { done, stop };
  };
  const look = () => {
    isStale = true;
    startIfStale();
  };
  const unsubscribe = store.subscribe({ onWrite: look, onError: (error) => onError(null, error) });
  const forget = setInterval(() => failed.clear(), failedForMs);
  startIfStale();

  return {
    look: () => {
      running?.stop.abort();
      failed.clear();
      look();
    },
    hold: (next) => {
      held = next;
      if (held) running?.stop.abort();
      look();
    },
    close: async () => {
      unsubscribe();
      clearInterval(forget);
      held = true;
      running?.stop.abort();
      await running?.done;
    },
  };
};
