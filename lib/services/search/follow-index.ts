import { setImmediate } from 'node:timers/promises';
import { AppError } from '../../domain/errors.ts';
import type { Store } from '../../store/store.ts';

/** Writes that follow each other within this are indexed together. */
const idleMs = 100;
/** After an error. */
const retryMs = 2_000;

export type IndexFollower = {
  /** Looks soon, even if nothing was written. */
  wake(): void;
  /** Ends after the transaction that is under way. */
  close(): Promise<void>;
};

type Deps = {
  store: Store;
  /** While true nothing is indexed; `wake` when it ends. */
  isHeld: () => boolean;
  onError: (error: unknown) => void;
};

/** Indexes what is not searchable yet and keeps the index merged, now and whenever this or another process has written to the archive. */
export const followIndex = ({ store, isHeld, onError }: Deps): IndexFollower => {
  let timer: NodeJS.Timeout | null = null;
  let running = Promise.resolve();
  let closed = false;

  const run = async () => {
    try {
      while (!closed && !isHeld() && ((await store.indexSome()) > 0 || (await store.requestMerge()))) await setImmediate();
    } catch (error) {
      if (closed) return;
      onError(error);
      if (!(error instanceof AppError && error.code === 'damaged')) wakeIn(retryMs);
    }
  };
  const wakeIn = (ms: number) => {
    if (closed || timer) return;
    timer = setTimeout(() => {
      timer = null;
      running = running.then(run);
    }, ms);
  };
  const wake = () => wakeIn(idleMs);
  const unsubscribe = store.subscribe({ onWrite: wake, onError });
  wake();

  return {
    wake,
    close: async () => {
      closed = true;
      unsubscribe();
      if (timer) clearTimeout(timer);
      await running;
    },
  };
};
