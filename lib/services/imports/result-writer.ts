import type { FileResult } from '../../domain/import.ts';
import type { ImportStore } from '../../store/store.ts';

/** What need not be stored at once is stored, and so announced, at most so often. */
const gatherMs = 50;

/** Results that one transaction takes, so that it stays short. */
const maxTogether = 200;

export type ResultWriter = {
  /** Stores a result, with all that wait. */
  put(result: FileResult): Promise<void>;
  /** Stores a result soon. What the database does not take now is taken with the next. */
  putSoon(result: FileResult): void;
  /** Stores what waits. */
  flush(): Promise<void>;
};

/** Stores results of one import together: a write a file would hold up the thread that imports. Of one file the latest is stored. */
export const makeResultWriter = (store: Pick<ImportStore, 'putFileResults'>, importId: string): ResultWriter => {
  const waiting = new Map<string, FileResult>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let storing: Promise<unknown> = Promise.resolve();

  const storeWaiting = async () => {
    while (waiting.size > 0) {
      const together = [...waiting.values()].slice(0, maxTogether);
      await store.putFileResults(importId, together);
      for (const result of together) if (waiting.get(result.id) === result) waiting.delete(result.id);
    }
  };

  const flush = (): Promise<void> => {
    if (timer) clearTimeout(timer);
    timer = null;
    const stored = storing.then(storeWaiting);
    storing = stored.catch(() => undefined);
    return stored;
  };

  return {
    put: (result) => {
      waiting.set(result.id, result);
      return flush();
    },
    putSoon: (result) => {
      waiting.set(result.id, result);
      timer ??= setTimeout(() => void flush().catch(() => undefined), gatherMs);
    },
    flush,
  };
};
