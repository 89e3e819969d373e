import type { FileResult } from '../../domain/import.ts';
import type { Store } from '../../store/store.ts';
import { hashId } from '../../session/ids.ts';

/** Minimum interval between stored results of a watched file: a live session appends many times a second. */
const storeEveryMs = 1_000;

export type WatchLog = {
  put(folder: string, result: FileResult): void;
  /** Stores what waits. */
  flush(): Promise<void>;
};

/** Records imports from watched folders, one import per folder and day. Errors go to `onError` and are retried. */
export const makeWatchLog = ({ store, now, onError }: { store: Store; now: () => number; onError: (error: unknown) => void }): WatchLog => {
  const waiting = new Map<string, { folder: string; result: FileResult }>();
  let timer: NodeJS.Timeout | null = null;
  let storing = Promise.resolve();

  const getImportId = async (folder: string): Promise<string> => {
    const day = new Date(now()).toISOString().slice(0, 10);
    const id = hashId('watch', `${folder}\0${day}`);
    if (!(await store.findImport(id)))
      await store.createImport({ id, origin: 'watch', label: folder, startedAtMs: now(), processId: null });
    return id;
  };

  const storeWaiting = async () => {
    for (const [key, { folder, result }] of [...waiting]) {
      const id = await getImportId(folder);
      await store.putFileResults(id, [result]);
      await store.finishImport(id, 'done', now());
      if (waiting.get(key)?.result === result) waiting.delete(key);
    }
  };

  const flush = async () => {
    if (timer) clearTimeout(timer);
    timer = null;
    storing = storing.then(storeWaiting).catch(onError);
    await storing;
  };

  return {
    put: (folder, result) => {
      waiting.set(result.id, { folder, result });
      timer ??= setTimeout(() => void flush(), storeEveryMs);
    },
    flush,
  };
};
