import { AppError } from '../../domain/errors.ts';
import type { Store } from '../../store/store.ts';

/** More than this is left to the import that wrote it. */
const maxBehind = 2_000;

/** Makes the last records searchable, so that those of running agents are found at once. Answers how many are not yet. */
export const catchUp = async (store: Store): Promise<number> => {
  const behind = await store.countUnindexed();
  if (behind === 0 || behind > maxBehind) return behind;
  try {
    await store.indexSome();
  } catch (error) {
    // Whoever writes now indexes later.
    if (!(error instanceof AppError && (error.code === 'store_busy' || error.code === 'damaged'))) throw error;
  }
  return store.countUnindexed();
};
