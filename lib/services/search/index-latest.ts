import { setTimeout } from 'node:timers/promises';
import { AppError } from '../../domain/errors.ts';
import type { Store } from '../../store/store.ts';

/** A search waits no longer for whoever writes. */
const waitMs = 50;

/** Indexes a part. 0: nothing is left, or another process writes, which indexes later. */
const tryToIndex = (store: Store): Promise<number> =>
  store.indexSome(waitMs).catch((error: unknown) => {
    if (error instanceof AppError && (error.code === 'store_busy' || error.code === 'damaged')) return 0;
    throw error;
  });

/** Makes a part of the last records searchable, which is all of them where agents run. Answers how many are not searchable yet. */
export const indexLatest = async (store: Store): Promise<number> => {
  if ((await store.countUnindexed()) === 0) return 0;
  // Writes of the same store that wait in line may take longer.
  await Promise.race([tryToIndex(store), setTimeout(waitMs)]);
  return store.countUnindexed();
};

/** Makes everything searchable, unless another process writes. */
export const indexAll = async (store: Store): Promise<void> => {
  while ((await tryToIndex(store)) > 0);
};
