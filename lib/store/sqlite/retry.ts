import { isBusy, toDatabaseError } from '../../../db/database-error.ts';

export type Wait = () => Promise<void>;

const maxTries = 15;
const shortestWaitMs = 20;
const longestWaitMs = 150;

/** Waits 20 to 150 ms. */
export const waitRandomly: Wait = () =>
  new Promise((resolve) => {
    setTimeout(resolve, shortestWaitMs + Math.random() * (longestWaitMs - shortestWaitMs));
  });

/** Runs `work` up to 15 times while the database is busy, then fails with `store_busy`. `work` must leave nothing behind when it throws. */
export const retryBusy = async <Result>(file: string, wait: Wait, work: () => Result): Promise<Result> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || tries >= maxTries) throw toDatabaseError(error, file);
      await wait();
    }
  }
};
