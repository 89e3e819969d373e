import type { ChangeStore } from '../../store/change-store.ts';

export type WriteFollower = {
  /** Runs at once, even if nothing was written; what runs is stopped before. */
  look(): void;
  /** Runs when what runs is done, as after a write. */
  poke(): void;
  /** While held nothing runs: what runs is stopped. */
  hold(held: boolean): void;
  /** Stops, and waits for the end. */
  close(): Promise<void>;
};

type Deps = {
  store: Pick<ChangeStore, 'subscribe'>;
  /** Ends soon once the signal is aborted. */
  run: (signal: AbortSignal) => Promise<unknown>;
  onError: (error: unknown) => void;
  /** Least time between the end of a run and the next one. */
  pauseMs?: number;
};

/** Runs something now and whenever this or another process has written to the archive, one run at a time. */
export const followWrites = ({ store, run, onError, pauseMs = 0 }: Deps): WriteFollower => {
  let isStale = true;
  let held = false;
  let pause: NodeJS.Timeout | null = null;
  let running: { done: Promise<unknown>; stop: AbortController } | null = null;

  const endPause = () => {
    if (pause) clearTimeout(pause);
    pause = null;
  };
  const start = () => {
    if (held || running || pause || !isStale) return;
    isStale = false;
    const stop = new AbortController();
    const done = run(stop.signal)
      .catch(onError)
      .finally(() => {
        running = null;
        if (pauseMs > 0)
          pause = setTimeout(() => {
            pause = null;
            start();
          }, pauseMs);
        start();
      });
    running = { done, stop };
  };
  const poke = () => {
    isStale = true;
    start();
  };
  const unsubscribe = store.subscribe({ onWrite: poke, onError });
  start();

  return {
    poke,
    look: () => {
      running?.stop.abort();
      endPause();
      poke();
    },
    hold: (next) => {
      held = next;
      if (held) running?.stop.abort();
      poke();
    },
    close: async () => {
      unsubscribe();
      held = true;
      running?.stop.abort();
      await running?.done;
      endPause();
    },
  };
};
