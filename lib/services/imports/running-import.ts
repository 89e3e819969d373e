import type { FileResult } from '../../domain/import.ts';
import type { Store } from '../../store/store.ts';
import { fileResultIdOf, makeRefusedResult } from '../ingest/file-result.ts';
import type { ImportInput, ImportProgress } from '../ingest/import-input.ts';
import type { ImportQueue } from './import-queue.ts';
import { refreshResult } from './refresh-result.ts';

/** Progress of a file is stored, and so announced, at most so often. */
const announceEveryMs = 100;

export type RunningImport = {
  /** Imports one file and stores its result; resolves when both is done. */
  addFile(input: Pick<ImportInput, 'file' | 'path' | 'synthetic'> & { bytes: number }): Promise<FileResult>;
  /** Tells of a file that is on its way, or that came to nothing. */
  put(result: FileResult): Promise<void>;
  signal: AbortSignal;
  /** Runs something that `settle` waits for. */
  track<T>(task: () => Promise<T>): Promise<T>;
  cancel(): void;
  /** Waits for the files that are under way and brings all results up to date. */
  settle(): Promise<FileResult[]>;
};

/** The result of a file that is not read yet. */
export const makeWaitingResult = (path: string, bytes: number): FileResult => makeRefusedResult(path, bytes, 'waiting', null, null);

/** An import that is open in this process: its files, their latest results and how to stop it. */
export const makeRunningImport = (deps: { store: Store; queue: ImportQueue; now: () => number }, importId: string): RunningImport => {
  const { store, queue, now } = deps;
  const controller = new AbortController();
  const results = new Map<string, FileResult>();
  const pending = new Set<Promise<unknown>>();

  const put = async (result: FileResult) => {
    results.set(result.id, result);
    await store.putFileResult(importId, result);
  };

  const track = async <T>(task: () => Promise<T>): Promise<T> => {
    const running = task();
    const quiet = running.catch(() => undefined);
    pending.add(quiet);
    try {
      return await running;
    } finally {
      pending.delete(quiet);
    }
  };

  const addFile: RunningImport['addFile'] = async ({ file, path, synthetic, bytes }) => {
    let announcedAtMs = now();
    let announcing = Promise.resolve();
    const onProgress = (progress: ImportProgress) => {
      if (now() - announcedAtMs < announceEveryMs) return;
      announcedAtMs = now();
      const { bytesRead, records, toolCalls } = progress;
      const running: FileResult = { ...makeWaitingResult(path, bytes), status: 'running', bytesRead, records, toolCalls };
      // Progress that a busy database does not take is made up for by the next.
      announcing = announcing.then(() => put(running)).catch(() => undefined);
    };
    const result = await queue.run({ file, path, synthetic, signal: controller.signal, onProgress });
    await announcing;
    await put(result);
    return result;
  };

  return {
    addFile,
    put,
    track,
    signal: controller.signal,
    cancel: () => controller.abort(),
    settle: async () => {
      await Promise.all(pending);
      for (const result of results.values()) {
        const fresh = await refreshResult(store, result);
        if (JSON.stringify(fresh) !== JSON.stringify(result)) await put(fresh);
      }
      return [...results.values()];
    },
  };
};

/** Ends what was never told to the end: an upload that failed on its way. */
export const makeFailedResult = (
  path: string,
  bytes: number,
  code: 'disk_full' | 'too_large' | 'cancelled' | 'unreadable',
  message: string,
): FileResult => ({
  ...makeRefusedResult(path, bytes, code === 'cancelled' ? 'cancelled' : code === 'too_large' ? 'refused' : 'failed', null, null),
  id: fileResultIdOf(path),
  issues: [{ line: null, code, message, excerpt: null }],
  issueCount: 1,
});
