import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { AppError, hasCode } from '../../domain/errors.ts';
import type { DecodedLines } from './decode-lines.ts';
import type { DecodeElsewhere, DecodeJob, Work } from './import-input.ts';

/** Messages to the thread: its job, then `next` per consumed batch. */
export type ToDecoder = { kind: 'job'; job: DecodeJob } | { kind: 'next' };

/** Messages from the thread: a batch, completion, or an error. */
export type FromDecoder =
  { kind: 'batch'; batch: DecodedLines } | { kind: 'done' } | { kind: 'failed'; message: string; code: string | null };

/** Batches that the thread may be ahead of their reader: enough that neither waits for the other while one of the two is slow. */
export const batchesAhead = 2;

/**
 * Of a thread that takes part in an import. What it makes is let go after a moment: more room for it to pile up would cost memory and
 * save little. A file within the limits needs less than half of the old generation.
 */
export const importThreadLimits = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 1024 };

/** The error of a thread, as the failure of its file where it ran out of memory. */
export const toThreadError = (error: Error): Error =>
  hasCode(error, 'ERR_WORKER_OUT_OF_MEMORY')
    ? new AppError(
        'unreadable',
        `Reading this file takes more than the ${importThreadLimits.maxOldGenerationSizeMb} MB of memory that an import may use. Split it into smaller files.`,
      )
    : error;

/**
 * Decodes files in a thread each, started from the bundle of decode-worker.ts; the first of them at once where the caller
 * `startsNow`. The thread ends with the reading, also when that is cut off.
 */
export const makeDecodeInThread = (workerFile: string, { startsNow = false } = {}): DecodeElsewhere => {
  let spare = startsNow ? startDecoder(workerFile) : null;
  return async function* (job, work) {
    const decoder = spare ?? startDecoder(workerFile);
    spare = null;
    decoder.report({ kind: 'job', job });
    try {
      for (;;) {
        const message = await decoder.take(work);
        if (message.kind === 'done') return;
        if (message.kind === 'crashed') throw message.error;
        if (message.kind === 'failed') throw Object.assign(new Error(message.message), message.code === null ? {} : { code: message.code });
        decoder.report({ kind: 'next' });
        yield message.batch;
      }
    } finally {
      await decoder.end();
    }
  };
};

type Taken = FromDecoder | { kind: 'crashed'; error: Error };

const startDecoder = (workerFile: string) => {
  const worker = new Worker(workerFile, { resourceLimits: importThreadLimits });
  const messages: Taken[] = [];
  let wake = () => {};
  const put = (message: Taken) => {
    messages.push(message);
    wake();
  };
  worker.on('message', put);
  worker.on('error', (error) => put({ kind: 'crashed', error: toThreadError(error) }));
  worker.on('exit', () => put({ kind: 'crashed', error: new Error('The thread that decodes the file ended.') }));
  // One that is never needed holds nobody up.
  worker.unref();
  return {
    report: (message: ToDecoder): void => {
      worker.ref();
      worker.postMessage(message);
    },
    end: () => worker.terminate(),
    take: async (work: Work): Promise<Taken> => {
      for (;;) {
        const message = messages.shift();
        if (message) return message;
        const put = new Promise<void>((resolve) => (wake = resolve));
        // A message that came while it worked is found by the next turn of the event loop.
        await ((await work()) ? setImmediate() : put);
      }
    },
  };
};
