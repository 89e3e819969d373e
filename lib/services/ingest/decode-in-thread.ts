import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { AppError, hasCode } from '../../domain/errors.ts';
import type { DecodedLines } from './decode-lines.ts';
import type { AheadJob, BegunFile, DecodeAhead, DecodeElsewhere, DecodeJob, Work } from './import-input.ts';
import type { FileFacts } from './source-facts.ts';

/** Messages to the thread: a job, `next` per consumed batch of it, or `skip` if nobody wants the rest. */
export type ToDecoder = { id: number } & ({ kind: 'job'; job: DecodeJob | AheadJob } | { kind: 'next' } | { kind: 'skip' });

/** Messages from the thread: of a file that it opened itself what it is, or null if it is left to the importer; batches; completion or an error. */
export type FromDecoder = { id: number } & (
  | { kind: 'opened'; opened: { facts: FileFacts; formatId: string } | null }
  | { kind: 'batch'; batch: DecodedLines }
  | { kind: 'done' }
  | { kind: 'failed'; message: string; code: string | null }
);

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
    try {
      yield* decoder.start(job).read(work);
    } finally {
      decoder.end();
    }
  };
};

/** Decodes files in one thread, started with the first and ended when no other comes next. One that crashed is replaced. */
export const makeDecodeAhead = (workerFile: string): DecodeAhead => {
  let decoder: Decoder | null = null;
  let begun: { job: AheadJob; file: BegunFile } | null = null;
  return {
    claim: (path, redacts) => {
      if (begun?.job.path !== path || begun.job.redacts !== redacts) return null;
      const { file } = begun;
      begun = null;
      return file;
    },
    begin: (job) => {
      if (begun && begun.job.path === job?.path) return;
      begun?.file.skip();
      begun = null;
      if (job === null || decoder?.hasEnded()) {
        decoder?.endWhenIdle();
        decoder = null;
      }
      if (job === null) return;
      decoder ??= startDecoder(workerFile);
      begun = { job, file: decoder.start(job) };
    },
  };
};

type Taken = FromDecoder | { kind: 'crashed'; error: Error };

type Decoder = ReturnType<typeof startDecoder>;

const startDecoder = (workerFile: string) => {
  const worker = new Worker(workerFile, { resourceLimits: importThreadLimits });
  const jobs = new Map<number, (message: Taken) => void>();
  let ids = 0;
  let crash: Error | null = null;
  let endsWhenIdle = false;
  const report = (message: ToDecoder): void => worker.postMessage(message);
  const end = () => void worker.terminate();
  const endIfIdle = () => endsWhenIdle && jobs.size === 0 && end();
  const failAll = (error: Error) => {
    crash ??= error;
    for (const put of jobs.values()) put({ kind: 'crashed', error: crash });
  };
  worker.on('message', (message: FromDecoder) => jobs.get(message.id)?.(message));
  worker.on('error', (error) => failAll(toThreadError(error)));
  worker.on('exit', () => failAll(new Error('The thread that decodes the file ended.')));
  // One that nobody waits for holds nobody up.
  worker.unref();

  const start = (job: DecodeJob | AheadJob) => {
    const id = (ids += 1);
    const messages: Taken[] = crash ? [{ kind: 'crashed', error: crash }] : [];
    let wake = () => {};
    jobs.set(id, (message) => {
      messages.push(message);
      wake();
    });
    report({ id, kind: 'job', job });

    const take = async (work: Work): Promise<FromDecoder> => {
      worker.ref();
      for (;;) {
        const message = messages.shift();
        if (message?.kind === 'crashed') throw message.error;
        if (message) {
          worker.unref();
          return message;
        }
        const put = new Promise<void>((resolve) => (wake = resolve));
        // A message that came while it worked is found by the next turn of the event loop.
        await ((await work()) ? setImmediate() : put);
      }
    };
    const skip = () => {
      if (jobs.delete(id)) report({ id, kind: 'skip' });
      endIfIdle();
    };
    return {
      open: async () => {
        const message = await take(noWork);
        if (message.kind !== 'opened') throw new Error(`The thread that decodes the file answered ${message.kind}`);
        if (message.opened === null) skip();
        return message.opened;
      },
      async *read(work: Work) {
        try {
          for (;;) {
            const message = await take(work);
            if (message.kind === 'done') return;
            if (message.kind === 'failed')
              throw Object.assign(new Error(message.message), message.code === null ? {} : { code: message.code });
            if (message.kind !== 'batch') continue;
            report({ id, kind: 'next' });
            yield message.batch;
          }
        } finally {
          skip();
        }
      },
      skip,
    };
  };
  return {
    start,
    end,
    endWhenIdle: () => {
      endsWhenIdle = true;
      endIfIdle();
    },
    hasEnded: () => crash !== null,
  };
};

const noWork: Work = () => Promise.resolve(false);
