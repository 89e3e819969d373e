import { setMaxListeners } from 'node:events';
import { Worker } from 'node:worker_threads';
import { AppError } from '../domain/errors.ts';
import type { FileResult } from '../domain/import.ts';
import { importThreadLimits, toThreadError } from '../services/ingest/decode-in-thread.ts';
import type { ImportInput } from '../services/ingest/import-input.ts';
import type { Importer } from '../services/imports/importer.ts';
import { log, toLogFields } from './log.ts';
import { isAppError } from './problem.ts';
import type { FromWorker, ObserverSettings, ToWorker } from './worker-messages.ts';

type Waiting = { input: ImportInput; resolve: (result: FileResult) => void; reject: (error: unknown) => void };

const closeWithinMs = 400;

export type WorkerImporter = Importer & { start(): void; close(): Promise<void> };

/**
 * Imports in a worker thread with its own database connection, so that requests are not delayed. If the worker crashes, the file that
 * it was reading fails, and a new worker goes on with the others.
 */
export const makeWorkerImporter = (workerFile: string, settings: ObserverSettings): WorkerImporter => {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let jobs = 0;
  /** Jobs that waited when the worker crashed. They are imported one at a time, which shows whose fault it was. */
  const suspects = new Set<number>();

  const settle = (message: FromWorker) => {
    const job = waiting.get(message.job);
    if (!job) return;
    if (message.kind === 'progress') {
      job.input.onProgress(message.progress);
      return;
    }
    waiting.delete(message.job);
    if (suspects.delete(message.job)) sendNext();
    if (message.kind === 'done') job.resolve(message.result);
    else job.reject(new AppError(message.code, message.message));
  };

  /** The next suspect; after the last one all that came meanwhile. */
  const sendNext = () => {
    const next = [...waiting].find(([job]) => suspects.has(job));
    for (const [job, one] of next ? [next] : waiting) send(job, one);
  };

  /** If a single file was being imported, the crash is its fault. */
  const recover = (error: Error) => {
    worker = null;
    const [first] = waiting;
    if (first && (suspects.size > 0 || waiting.size === 1)) {
      waiting.delete(first[0]);
      suspects.delete(first[0]);
      first[1].reject(error);
    } else for (const job of waiting.keys()) suspects.add(job);
    sendNext();
  };

  const getWorker = (): Worker => {
    if (worker) return worker;
    const started = new Worker(workerFile, { workerData: settings, resourceLimits: importThreadLimits });
    started.on('message', settle);
    let crash: Error | null = null;
    started.on('error', (error) => {
      log('error', 'import worker', toLogFields(error));
      crash = toThreadError(error);
    });
    started.on('exit', (code) => {
      const error = isAppError(crash) ? crash : new AppError('internal', `The import worker exited (${code}).`);
      if (worker === started) recover(error);
    });
    worker = started;
    return started;
  };

  const report = (message: ToWorker) => getWorker().postMessage(message);

  const send = (job: number, { input }: Waiting) => {
    const { file, path, synthetic, restoresDeleted = false, descriptor, isAhead = false, signal } = input;
    report({
      kind: 'import',
      job,
      file,
      path,
      synthetic,
      restoresDeleted,
      descriptor,
      isAhead: isAhead && suspects.size === 0,
    });
    if (signal.aborted) report({ kind: 'cancel', job });
  };

  return {
    start: () => void getWorker(),
    importFile: async (input) => {
      const job = (jobs += 1);
      const cancel = () => report({ kind: 'cancel', job });
      // The files of an import that are read together listen to one signal, each until it is done. This is not a leak.
      setMaxListeners(0, input.signal);
      input.signal.addEventListener('abort', cancel);
      try {
        return await new Promise<FileResult>((resolve, reject) => {
          const one = { input, resolve, reject };
          waiting.set(job, one);
          if (suspects.size === 0) send(job, one);
        });
      } finally {
        input.signal.removeEventListener('abort', cancel);
      }
    },
    close: async () => {
      const closing = worker;
      if (!closing) return;
      const ended = new Promise<void>((resolve) => closing.once('exit', () => resolve()));
      report({ kind: 'close' });
      const timer = setTimeout(() => void closing.terminate(), closeWithinMs);
      await ended;
      clearTimeout(timer);
    },
  };
};
