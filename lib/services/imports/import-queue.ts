import { setImmediate, setTimeout } from 'node:timers/promises';
import type { FileResult } from '../../domain/import.ts';
import type { ImportInput } from '../ingest/import-input.ts';
import { makeCancelledResult, type Importer } from './importer.ts';

type Job = { input: ImportInput; resolve: (result: FileResult) => void; reject: (error: unknown) => void };

export type ImportQueue = {
  /** Queues a file. `urgent` files (appended to a watched file) go first, but for one other after each few of them. */
  run(input: ImportInput, options?: { urgent?: boolean }): Promise<FileResult>;
};

/** A file that could not be stored because another process was writing is tried again after this, and then after twice as long each time. */
const retryMs = { first: 250, max: 10_000 };

type UntilStored = { maxRetries: number; urgent?: boolean; onBusy?: (result: FileResult, waitMs: number) => void };

/** Imports a file, and again while the database is busy: at most `maxRetries` times, and until the input's signal aborts. */
export const runUntilStored = async (
  queue: ImportQueue,
  input: ImportInput,
  { maxRetries, urgent = false, onBusy }: UntilStored,
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

/** Limits for small files that are imported together. Files of any size overlap by two: one is decoded while the one before is stored. */
export const maxFilesTogether = 16;
const maxBytesTogether = 2_000_000;

/** Where files grow all the time, others would never have their turn. */
const maxUrgentInARow = 8;

/**
 * Begins files in order of arrival, several at once: the importer stores them as if one after the other, so that a session shared by
 * several files has one writer.
 */
export const makeImportQueue = (importer: Importer): ImportQueue => {
  const urgentJobs: Job[] = [];
  const jobs: Job[] = [];
  const running = new Set<Job>();
  let isLooking = false;
  let urgentInARow = 0;

  const fits = ({ input }: Job): boolean => {
    if (running.size < 2) return true;
    const bytes = [...running].reduce((sum, one) => sum + (one.input.bytes ?? Infinity), input.bytes ?? Infinity);
    return running.size < maxFilesTogether && bytes <= maxBytesTogether;
  };
  const begin = (job: Job) => {
    const { input, resolve, reject } = job;
    if (input.signal.aborted) {
      resolve(makeCancelledResult(input.path));
      return;
    }
    const isAhead = running.size > 0;
    running.add(job);
    const end = () => {
      running.delete(job);
      void look();
    };
    importer
      .importFile({ ...input, isAhead })
      .then(resolve, reject)
      .finally(end);
  };
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    // Whoever waited for a file before adds another now.
    await setImmediate();
    for (;;) {
      const isUrgent = urgentJobs.length > 0 && (urgentInARow < maxUrgentInARow || jobs.length === 0);
      const list = isUrgent ? urgentJobs : jobs;
      const [job] = list;
      if (!job || !fits(job)) break;
      list.shift();
      urgentInARow = isUrgent ? urgentInARow + 1 : 0;
      begin(job);
    }
    isLooking = false;
  };

  return {
    run: (input, { urgent = false } = {}) =>
      new Promise((resolve, reject) => {
        (urgent ? urgentJobs : jobs).push({ input, resolve, reject });
        void look();
      }),
  };
};
