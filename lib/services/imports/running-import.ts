import { setImmediate } from 'node:timers/promises';
import type { FileResult } from '../../domain/import.ts';
import type { Store } from '../../store/store.ts';
import { fileResultIdOf, makeRefusedResult } from '../ingest/file-result.ts';
import type { ImportInput, ImportProgress } from '../ingest/import-input.ts';
import { runUntilStored, type ImportQueue } from './import-queue.ts';
import { refreshResult } from './refresh-result.ts';
import { makeResultWriter } from './result-writer.ts';

/** Minimum interval between progress updates of a file. */
const announceEveryMs = 100;

/** Imports of a file that find the database busy; each waits for it before. */
const maxRetries = 5;

/** Results to refresh before yielding to other work. */
const refreshedInARow = 20;

type FileInput = Pick<ImportInput, 'file' | 'path' | 'synthetic' | 'restoresDeleted' | 'descriptor'> & { bytes: number };

export type RunningImport = {
  /** Imports one file; resolves when its result is stored. */
  addFile(input: FileInput): Promise<FileResult>;
  /** Imports one of several files: its result is stored soon, at the latest by `flush`. */
  addOneOfMany(input: FileInput): Promise<FileResult>;
  /** Records a file that is arriving or that failed. */
  put(result: FileResult): Promise<void>;
  putSoon(result: FileResult): void;
  /** Records files that will not come, but for those that have arrived. */
  putUnsent(results: readonly FileResult[]): void;
  /** Stores all pending results. */
  flush(): Promise<void>;
  signal: AbortSignal;
  /** Runs a task that `finish` waits for. */
  track<T>(task: () => Promise<T>): Promise<T>;
  cancel(): void;
  /** Waits for pending files and updates all results. */
  finish(): Promise<FileResult[]>;
};

/** Result of a file that has not been read yet. */
export const makeWaitingResult = (path: string, bytes: number): FileResult => makeRefusedResult(path, bytes, 'waiting', null, null);

/** An open import: its files, their latest results, and cancellation. */
export const makeRunningImport = (deps: { store: Store; queue: ImportQueue; now: () => number }, importId: string): RunningImport => {
  const { store, queue, now } = deps;
  const controller = new AbortController();
  const results = new Map<string, FileResult>();
  const pending = new Set<Promise<unknown>>();
  const writer = makeResultWriter(store, importId);

  const putSoon = (result: FileResult) => {
    results.set(result.id, result);
    writer.putSoon(result);
  };
  const put = (result: FileResult): Promise<void> => {
    results.set(result.id, result);
    return writer.put(result);
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

  const addOneOfMany: RunningImport['addOneOfMany'] = async ({ bytes, ...file }) => {
    let announcedAtMs = now();
    const onProgress = (progress: ImportProgress) => {
      if (now() - announcedAtMs < announceEveryMs) return;
      announcedAtMs = now();
      const { bytesRead, records, toolCalls } = progress;
      putSoon({ ...makeWaitingResult(file.path, bytes), status: 'running', bytesRead, records, toolCalls });
    };
    const result = await runUntilStored(queue, { ...file, bytes, signal: controller.signal, onProgress }, { maxRetries });
    putSoon(result);
    return result;
  };

  return {
    addFile: async (input) => {
      const result = await addOneOfMany(input);
      await writer.flush();
      return result;
    },
    addOneOfMany,
    put,
    putSoon,
    putUnsent: (unsent) => {
      for (const result of unsent) if (!results.has(result.id)) putSoon(result);
    },
    flush: writer.flush,
    track,
    signal: controller.signal,
    cancel: () => controller.abort(),
    finish: async () => {
      await Promise.all(pending);
      for (const [index, result] of [...results.values()].entries()) {
        const fresh = await refreshResult(store, result);
        if (JSON.stringify(fresh) !== JSON.stringify(result)) putSoon(fresh);
        if (index % refreshedInARow === refreshedInARow - 1) await setImmediate();
      }
      await writer.flush();
      return [...results.values()];
    },
  };
};

/** Marks uploads that never completed as failed. */
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
