import { setImmediate, setTimeout } from 'node:timers/promises';
import type { FileResult } from '../../domain/import.ts';
import type { ImportInput } from '../ingest/import-input.ts';
import { makeRefusedResult } from '../ingest/file-result.ts';
import type { Importer } from './importer.ts';

type Job = { input: ImportInput; resolve: (result: FileResult) => void; reject: (error: unknown) => void };

export type ImportQueue = {
  /** Queues a file. `urgent` files (appended to a watched file) go first. */
  run(input: ImportInput, options?: { urgent?: boolean }): Promise<FileResult>;
};

/** Result of a file that was canceled before it was read. */
export const makeCancelledResult = (path: string, bytes: number): FileResult =>
  makeRefusedResult(
    path,
    bytes,
    'cancelled',
    { line: null, code: 'cancelled', message: 'Canceled before it was read.', excerpt: null },
    null,
  );

/** A file that could not be stored because another process was writing is tried again after this, and then after twice as long each time. */
const retryMs = { first: 250, max: 10_000 };

type UntilStored = { urgent?: boolean; maxRetries?: number; onBusy?: (result: FileResult, waitMs: number) => void };

/** Imports a file, and again while the database is busy: at most `maxRetries` times, and until the input's signal aborts. */
export const runUntilStored = async (
  queue: ImportQueue,
  input: ImportInput,
  { urgent = false, maxRetries = Infinity, onBusy }: UntilStored,
): Promise<FileResult> => {
  let result = await queue.run(input, { urgent });
  for (let [retries, waitMs] = [0, retryMs.first]; isStoreBusy(result) && retries < maxRetries; retries += 1) {
    onBusy?.(result, waitMs);
    await setTimeout(waitMs, undefined, { signal: input.signal }).catch(() => undefined);
    result = await queue.run(input, { urgent });
    waitMs = Math.min(waitMs * 2, retryMs.max);
  }
  return result;
};

const isStoreBusy = ({ issues }: FileResult): boolean => issues.some(({ code }) => code === 'store_busy');

const isWanted = ({ input }: Job): boolean => !input.signal.aborted;

/** One file at a time in order of arrival, so that a session shared by several files has one writer. */
export const makeImportQueue = (importer: Importer): ImportQueue => {
  const urgentJobs: Job[] = [];
  const jobs: Job[] = [];
  let busy = false;

  const work = async () => {
    if (busy) return;
    busy = true;
    for (let job = urgentJobs.shift() ?? jobs.shift(); job; job = urgentJobs.shift() ?? jobs.shift()) {
      const { input, resolve, reject } = job;
      // Whoever waited for the file before adds another now.
      await setImmediate();
      const next = (urgentJobs.find(isWanted) ?? jobs.find(isWanted))?.input;
      if (!isWanted(job)) resolve(makeCancelledResult(input.path, 0));
      else await importer.importFile({ ...input, next }).then(resolve, reject);
    }
    busy = false;
  };

  return {
    run: (input, { urgent = false } = {}) =>
      new Promise((resolve, reject) => {
        (urgent ? urgentJobs : jobs).push({ input, resolve, reject });
        void work();
      }),
  };
};
