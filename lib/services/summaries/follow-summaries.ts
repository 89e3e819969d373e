import type { Store } from '../../store/store.ts';
import { extractiveSummarizer } from '../../summaries/extractive.ts';
import { followWrites, type WriteFollower } from '../observe/follow-writes.ts';
import type { Summarizers } from './summarizers.ts';
import { summarizeArchive } from './summarize-archive.ts';

/** A running session writes often, and its turn is still the same. */
const pauseMs = 1_000;
/** Sessions whose last turn may have gone on are over once they are silent, which no write tells. */
const lookEveryMs = 30_000;
/** A session that failed is tried again when it changes, or after so long. */
const failedForMs = 60_000;

type Deps = {
  store: Store;
  summarizers: Summarizers;
  now: () => number;
  onError: (sessionId: string | null, error: unknown) => void;
};

/** Summarizes turns when they end, whatever process wrote them, by choosing sentences. Where a model is set up, it is asked later. */
export const followSummaries = ({ store, summarizers, now, onError }: Deps): Pick<WriteFollower, 'hold' | 'close'> => {
  const failed = new Map<string, string>();
  const follower = followWrites({
    store,
    run: (signal) => summarizeArchive(store, extractiveSummarizer, { now, waits: summarizers.areAwaited, signal, onError, failed }),
    onError: (error) => onError(null, error),
    pauseMs,
  });
  const timers = [setInterval(follower.poke, lookEveryMs), setInterval(() => failed.clear(), failedForMs)];
  return {
    hold: follower.hold,
    close: async () => {
      for (const timer of timers) clearInterval(timer);
      await follower.close();
    },
  };
};
