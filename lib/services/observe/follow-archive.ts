import type { Store } from '../../store/store.ts';
import { replayArchive } from './replay-archive.ts';
import type { LoadObservers } from './usual-observers.ts';

/** How often is looked whether anything was written. */
const pollMs = 30;

export type ArchiveFollower = {
  /** Looks at once, even if nothing was written: the configuration may be another one. */
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

/** Observes what no observer has seen, now and whenever this or another process has written to the archive. */
export const followArchive = ({ store, loadObservers, onError }: Deps): ArchiveFollower => {
  let version = -1;
  let held = false;
  let running: { done: Promise<void>; stop: AbortController } | null = null;

  const replay = async (signal: AbortSignal) => {
    try {
      await replayArchive(store, loadObservers(), { signal, onError });
    } catch (error) {
      onError(null, error);
    }
  };
  const startIfNew = () => {
    if (held || running) return;
    try {
      const now = store.dataVersion();
      if (now === version) return;
      version = now;
    } catch (error) {
      onError(null, error);
      return;
    }
    const stop = new AbortController();
    const done = replay(stop.signal).finally(() => {
      running = null;
    });
    running = { done, stop };
  };
  const poll = setInterval(startIfNew, pollMs);
  startIfNew();

  return {
    look: () => {
      version = -1;
    },
    hold: (next) => {
      held = next;
      if (held) running?.stop.abort();
      version = -1;
    },
    close: async () => {
      clearInterval(poll);
      held = true;
      running?.stop.abort();
      await running?.done;
    },
  };
};
