import type { Store } from '../../store/store.ts';
import { replayArchive } from './replay-archive.ts';
import type { LoadObservers } from './default-observers.ts';

/** How often is looked whether anything was written. */
const pollMs = 30;
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
  let version = -1;
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
  const forget = setInterval(() => failed.clear(), failedForMs);
  startIfNew();

  return {
    look: () => {
      running?.stop.abort();
      failed.clear();
      version = -1;
    },
    hold: (next) => {
      held = next;
      if (held) running?.stop.abort();
      version = -1;
    },
    close: async () => {
      clearInterval(poll);
      clearInterval(forget);
      held = true;
      running?.stop.abort();
      await running?.done;
    },
  };
};
