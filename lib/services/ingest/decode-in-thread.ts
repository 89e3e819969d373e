import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { DecodedLines } from './decode-lines.ts';
import type { DecodeElsewhere } from './import-input.ts';

/** What the thread is started with. */
export type DecodeJob = Parameters<DecodeElsewhere>[0];

/** What the thread tells: a batch, that it is done, or why it cannot go on. It is told nothing but `next`, once a batch was taken. */
export type FromDecoder =
  { kind: 'batch'; batch: DecodedLines } | { kind: 'done' } | { kind: 'failed'; message: string; code: string | null };

/** Batches that the thread may be ahead of their reader. */
export const batchesAhead = 1;

/**
 * Of a thread that takes part in an import. What it makes is let go after a moment: room for it to pile up would cost memory and
 * save nothing.
 */
export const importThreadLimits = { maxYoungGenerationSizeMb: 6 };

/** Does a part of what else there is to do; false: nothing is left. */
export type Work = () => Promise<boolean>;

const noWork: Work = () => Promise.resolve(false);

/**
 * Decodes files in a thread each, started from the bundle of decode-worker.ts. The thread ends with the reading, also when that is
 * cut off. While its next batch is not there yet, this thread does other work.
 */
export const makeDecodeInThread = (workerFile: string, work = noWork): DecodeElsewhere =>
  async function* (job) {
    const worker = new Worker(workerFile, { workerData: job satisfies DecodeJob, resourceLimits: importThreadLimits });
    const inbox = makeInbox(worker);
    try {
      for (;;) {
        const message = await inbox.take(work);
        if (message.kind === 'done') return;
        if (message.kind === 'failed') throw Object.assign(new Error(message.message), message.code === null ? {} : { code: message.code });
        worker.postMessage('next');
        yield message.batch;
      }
    } finally {
      await worker.terminate();
    }
  };

const makeInbox = (worker: Worker) => {
  const messages: FromDecoder[] = [];
  let wake = () => {};
  const put = (message: FromDecoder) => {
    messages.push(message);
    wake();
  };
  worker.on('message', put);
  worker.on('error', (error) => put({ kind: 'failed', message: error.message, code: null }));
  worker.on('exit', () => put({ kind: 'failed', message: 'The thread that decodes the file ended.', code: null }));
  return {
    take: async (work: Work): Promise<FromDecoder> => {
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
