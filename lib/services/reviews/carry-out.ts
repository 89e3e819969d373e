import type { ReviewRun } from '../../domain/review.ts';
import { holdRun, leaseMs } from './hold-run.ts';
import type { ReviewDeps } from './run-reviews.ts';

const lookEveryMs = 100;

type Options = {
  /** A name that no other claim of a run has. */
  owner: string;
  signal?: AbortSignal | undefined;
  onError: (error: unknown) => void;
};

/** Carries a run out in this process, or waits for the one that has it. Answers the run once it is over; null: there is none. */
export const carryOut = async (deps: ReviewDeps, id: string, { owner, signal, onError }: Options): Promise<ReviewRun | null> => {
  const { store, now, wait } = deps;
  for (;;) {
    const claimed = await store.claimReviewRun(owner, now(), now() + leaseMs, id);
    if (claimed) await holdRun(deps, claimed, { owner, signal, onError });
    const run = await store.findReviewRun(id);
    if (!run || (run.state !== 'queued' && run.state !== 'running')) return run;
    await wait(lookEveryMs, signal);
  }
};
