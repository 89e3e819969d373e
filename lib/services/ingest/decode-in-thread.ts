import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { AppError, hasCode } from '../../domain/errors.ts';
import type { DecodedLines } from './decode-lines.ts';
import type { AheadJob, DecodeAhead, DecodeElsewhere, DecodeJob, Work } from './import-input.ts';
import type { FileFacts } from './source-facts.ts';

/** Messages to the thread: a job, `next` per consumed batch of it but the last, or `skip` if nobody wants the rest. */
export type ToDecoder = { id: number } & ({ kind: 'job'; job: DecodeJob | AheadJob } | { kind: 'next' } | { kind: 'skip' });

/** Messages from the thread: of a file that it opened itself what it is, or null if the importer is to read it; batches, or an error. */
export type FromDecoder = { id: number } & (
  | { kind: 'opened'; opened: { facts: FileFacts; formatId: string } | null }
  | { kind: 'batch'; batch: DecodedLines }
  | { kind: 'failed'; message: string; code: string | null }
);

/** Starting a thread takes longer than what usually lies between two files of an import. */
const idleMs = 1_000;

/** Batches that the thread may be ahead of their reader: enough that neither waits for the other while one of the two is slow. */
export const batchesAhead = 2;

/**
 * Limits of a thread that takes part in an import. Its objects are released after a moment: more room for them to pile up would cost memory
 * and save little. A file within the limits needs less than half of the old generation.
 */
export const importThreadLimits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 1024 };

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

/**
 * Decodes files in one thread, one after the other. It starts with the first and ends when no other came for a while; one that crashed is
 * replaced.
 */
export const makeDecodeAhead = (workerFile: string): DecodeAhead => {
  let decoder: Decoder | null = null;
  return (job) => {
    if (!decoder || decoder.hasEnded()) decoder = startDecoder(workerFile, { endsAfterMs: idleMs });
    return decoder.start(job);
  };
};

type Taken = FromDecoder | { kind: 'crashed'; error: Error };

type Decoder = ReturnType<typeof startDecoder>;

/** `endsAfterMs`: without a job for so long, it ends by itself. */
const startDecoder = (workerFile: string, { endsAfterMs }: { endsAfterMs?: number } = {}) => {
  const worker = new Worker(workerFile, { resourceLimits: importThreadLimits });
  const jobs = new Map<number, (message: Taken) => void>();
  let ids = 0;
  let awaited = 0;
  let crash: Error | null = null;
  let idle: NodeJS.Timeout | undefined;
  const report = (message: ToDecoder): void => worker.postMessage(message);
  const failAll = (error: Error) => {
    crash ??= error;
    for (const put of jobs.values()) put({ kind: 'crashed', error: crash });
  };
  const end = () => {
    failAll(new Error('The thread that decodes the file ended.'));
    void worker.terminate();
  };
  worker.on('message', (message: FromDecoder) => jobs.get(message.id)?.(message));
  worker.on('error', (error) => failAll(toThreadError(error)));
  worker.on('exit', end);
  // One that nobody waits for holds nobody up.
  const addAwaited = (more: number) => {
    awaited += more;
    if (awaited > 0) worker.ref();
    else worker.unref();
  };
  addAwaited(0);

  const start = (job: DecodeJob | AheadJob) => {
    const id = (ids += 1);
    const messages: Taken[] = crash ? [{ kind: 'crashed', error: crash }] : [];
    let wake = () => {};
    clearTimeout(idle);
    jobs.set(id, (message) => {
      messages.push(message);
      wake();
    });
    report({ id, kind: 'job', job });

    const take = async (work: Work): Promise<FromDecoder> => {
      for (;;) {
        const message = messages.shift();
        if (message?.kind === 'crashed') throw message.error;
        if (message) return message;
        const put = new Promise<void>((resolve) => (wake = resolve));
        addAwaited(1);
        // A message that came while it worked is found by the next turn of the event loop.
        await ((await work()) ? setImmediate() : put);
        addAwaited(-1);
      }
    };
    const leave = () => {
      jobs.delete(id);
      if (jobs.size === 0 && endsAfterMs !== undefined) idle = setTimeout(end, endsAfterMs).unref();
    };
    const skip = () => {
      if (!jobs.has(id)) return;
      report({ id, kind: 'skip' });
      leave();
    };
    return {
      open: async () => {
        const message = await take(noWork);
        if (message.kind !== 'opened') throw new Error(`The thread that decodes the file answered ${message.kind}`);
        if (message.opened === null) leave();
        return message.opened;
      },
      async *read(work: Work = noWork) {
        try {
          for (;;) {
            const message = await take(work);
            if (message.kind === 'failed')
              throw Object.assign(new Error(message.message), message.code === null ? {} : { code: message.code });
            if (message.kind !== 'batch') continue;
            const isLast = message.batch.fileSha256 !== null;
            if (isLast) leave();
            else report({ id, kind: 'next' });
            yield message.batch;
            if (isLast) return;
          }
        } finally {
          skip();
        }
      },
      skip,
    };
  };
  return { start, end, hasEnded: () => crash !== null };
};

const noWork: Work = () => Promise.resolve(false);
