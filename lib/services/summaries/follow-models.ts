import type { Store } from '../../store/store.ts';
import { followWrites, type WriteFollower } from '../observe/follow-writes.ts';
import { askModel } from './ask-model.ts';
import type { Summarizers } from './summarizers.ts';

const pauseMs = 1_000;
/** The lock may be free again, a model that failed may be there again, and the configuration may have changed. */
const lookEveryMs = 5_000;
/** A model that failed repeatedly is asked again after so long, as is one about a turn that could not be stored. */
const restMs = 60_000;

type Deps = {
  store: Store;
  summarizers: Summarizers;
  /** Lock for asking the model, which one process at a time holds; null: another one does. */
  takeLock: () => (() => void) | null;
  now: () => number;
  onProblem: (problem: string) => void;
  onError: (sessionId: string | null, error: unknown) => void;
};

/** Has the model that is set up summarize turns that wait for it. Nothing else waits meanwhile, and imports do not interrupt it. */
export const followModels = ({ store, summarizers, takeLock, now, onProblem, onError }: Deps): Pick<WriteFollower, 'close'> => {
  const failed = new Set<string>();
  let restsUntilMs = 0;

  const run = async (signal: AbortSignal): Promise<void> => {
    if ((await store.countWaiting({})) === 0 || now() < restsUntilMs) return;
    // Who switches it off and on again does not ask for what was there before.
    if (summarizers.state().state === 'off') return store.stopWaiting();
    const release = summarizers.model() && takeLock();
    if (!release) return;
    try {
      const { problem } = await askModel({ store, summarizers, now }, { signal, onError, failed });
      if (problem === null) return;
      restsUntilMs = now() + restMs;
      onProblem(problem);
    } finally {
      release();
    }
  };

  const follower = followWrites({ store, run, onError: (error) => onError(null, error), pauseMs });
  const timers = [setInterval(follower.poke, lookEveryMs), setInterval(() => failed.clear(), restMs)];
  return {
    close: async () => {
      for (const timer of timers) clearInterval(timer);
      await follower.close();
    },
  };
};
