import { isBusy, toDatabaseError } from '../../../db/database-error.ts';

/** Waits between two tries; `tries` counts those that failed. */
export type Wait = (tries: number) => Promise<void>;

/** Shorter than the pause that busy writers make (`pauseMs` of transactions.ts), so that a try falls into it. */
const shortestWaitMs = 1;
const longestWaitMs = 10;

/** Waits 1 to 3 ms, later up to 10 ms, at random: connections that wait for the same writer try at different times. */
export const waitRandomly: Wait = (tries) =>
  new Promise((resolve) => {
    const most = Math.min(longestWaitMs, 3 + tries / 20);
    setTimeout(resolve, shortestWaitMs + Math.random() * (most - shortestWaitMs));
  });

export type Patience = { wait: Wait; deadlineMs: number };

/**
 * Runs `work` until the database is not busy, then fails with `store_busy`, `deadlineMs` after `fromMs` (of `performance.now`). `work` must
 * leave nothing behind when it throws.
 */
export const retryBusy = async <Result>(
  file: string,
  { wait, deadlineMs }: Patience,
  work: () => Result,
  fromMs = performance.now(),
): Promise<Result> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() - fromMs >= deadlineMs) throw toDatabaseError(error, file);
      await wait(tries);
    }
  }
};
