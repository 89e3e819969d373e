import { Worker } from 'node:worker_threads';
import { AppError } from '../domain/errors.ts';
import type { FileResult } from '../domain/import.ts';
import { importThreadLimits } from '../services/ingest/decode-in-thread.ts';
import type { ImportInput } from '../services/ingest/import-input.ts';
import type { Importer } from '../services/imports/importer.ts';
import { log, toLogFields } from './log.ts';
import type { FromWorker, ToWorker, ObserverSettings } from './worker-messages.ts';

type Waiting = { input: ImportInput; resolve: (result: FileResult) => void; reject: (error: unknown) => void };

const closeWithinMs = 400;

export type WorkerImporter = Importer & { start(): void; close(): Promise<void> };

/**
 * Imports in a worker thread with its own database connection, so that requests are not delayed. If the worker crashes, its file fails
 * and the next file starts a new worker.
 */
export const makeWorkerImporter = (workerFile: string, settings: ObserverSettings): WorkerImporter => {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let jobs = 0;

  const settle = (message: FromWorker) => {
    const job = waiting.get(message.job);
    if (!job) return;
    if (message.kind === 'progress') {
      job.input.onProgress(message.progress);
      return;
    }
    waiting.delete(message.job);
    if (message.kind === 'done') job.resolve(message.result);
    else job.reject(new AppError(message.code, message.message));
  };

  const fail = (reason: string) => {
    worker = null;
    for (const { reject } of waiting.values()) reject(new AppError('internal', reason));
    waiting.clear();
  };

  const getWorker = (): Worker => {
    if (worker) return worker;
    const started = new Worker(workerFile, { workerData: settings, resourceLimits: importThreadLimits });
    started.on('message', settle);
    started.on('error', (error) => log('error', 'import worker', toLogFields(error)));
    started.on('exit', (code) => {
      if (worker === started) fail(`The import worker exited (${code}).`);
    });
    worker = started;
    return started;
  };

  const report = (message: ToWorker) => getWorker().postMessage(message);

  return {
    start: () => void getWorker(),
    importFile: async (input) => {
      const job = (jobs += 1);
      const cancel = () => report({ kind: 'cancel', job });
      input.signal.addEventListener('abort', cancel);
      try {
        return await new Promise<FileResult>((resolve, reject) => {
          waiting.set(job, { input, resolve, reject });
          report({ kind: 'import', job, file: input.file, path: input.path, synthetic: input.synthetic });
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
