import type { ReviewRun } from '../../domain/review.ts';
import { holdRun, leaseMs } from './hold-run.ts';
import type { ReviewDeps } from './run-reviews.ts';

const lookEveryMs = 100;

type Options = {
  /** A name that no other claim of a run has. */
  owner: string;
  signal?: AbortSignal | undefined;
  /** Called now and then until the run is over. */
  onProgress?: (run: ReviewRun) => void;
  onError: (error: unknown) => void;
};

/** Waits until a run is over: carries it out in this process, unless another one, such as the server, has it. Null: there is none. */
export const carryOut = async (deps: ReviewDeps, id: string, { owner, signal, onProgress, onError }: Options): Promise<ReviewRun | null> => {
  const { store, now, wait } = deps;
  let held: Promise<unknown> | null = null;
  for (;;) {
    if (held === null) {
      const claimed = await store.claimReviewRun(owner, now(), now() + leaseMs, id);
      if (claimed) held = holdRun(deps, claimed, { owner, signal, onError }).catch(onError);
    }
    const run = await store.findReviewRun(id);
    if (!run || (run.state !== 'queued' && run.state !== 'running')) {
      await held;
      return run;
    }
    onProgress?.(run);
    await wait(lookEveryMs, signal);
  }
};
