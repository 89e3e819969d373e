import type { FileResult } from '../../domain/import.ts';
import type { ImportStore } from '../../store/import-store.ts';

/** Minimum interval between deferred writes, which also notify readers. */
const gatherMs = 50;

/** Maximum results per transaction, to keep it short. */
const maxTogether = 200;

export type ResultWriter = {
  /** Stores a result and all pending ones now. */
  put(result: FileResult): Promise<void>;
  /** Stores a result soon. On failure, it is retried with the next write. */
  putSoon(result: FileResult): void;
  /** Stores what waits. */
  flush(): Promise<void>;
};

/** Batches results of one import, because a write per file would stall the importing thread. Only the latest result of a file is stored. */
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
