import { followWrites, type WriteFollower } from '../observe/follow-writes.ts';
import { holdRun, leaseMs } from './hold-run.ts';
import type { ReviewDeps } from './run-reviews.ts';

/** Runs at a time; how many reviewers are asked at a time is the configuration's. */
const maxRuns = 4;
/** Before a run is looked at again that waits for another one of its session. */
const lookAgainMs = 500;

type Options = {
  deps: ReviewDeps;
  /** A name that no other claim of a run has. */
  makeOwner: () => string;
  onError: (error: unknown) => void;
};

/** Carries out the runs that wait, oldest first, also those that a process left when it was killed. */
export const followReviews = ({ deps, makeOwner, onError }: Options): Pick<WriteFollower, 'close'> => {
  const { store, now } = deps;
  const stop = new AbortController();
  const running = new Set<Promise<unknown>>();
  let timer: NodeJS.Timeout | null = null;

  const run = async (): Promise<void> => {
    if (timer) clearTimeout(timer);
    while (running.size < maxRuns && !stop.signal.aborted) {
      // To claim is to write, which would wake all that follow writes, and this, too.
      const dueMs = await store.nextReviewRunMs();
      if (dueMs === null || dueMs > now()) break;
      const owner = makeOwner();
      const claimed = await store.claimReviewRun(owner, now(), now() + leaseMs);
      if (!claimed) break;
      const held: Promise<unknown> = holdRun(deps, claimed, { owner, signal: stop.signal, onError })
        .catch(onError)
        .finally(() => {
          running.delete(held);
          follower.poke();
        });
      running.add(held);
    }
    // Leases end without a write.
    const next = running.size < maxRuns && !stop.signal.aborted ? await store.nextReviewRunMs() : null;
    if (next !== null) timer = setTimeout(() => follower.poke(), Math.max(next - now(), lookAgainMs));
  };

  const follower = followWrites({ store, run, onError });
  return {
    close: async () => {
      stop.abort();
      if (timer) clearTimeout(timer);
      await follower.close();
      await Promise.allSettled(running);
    },
  };
};
