import { Worker } from 'node:worker_threads';
import { log, toLogFields } from './log.ts';

/** Messages from a thread that does one task. `done` and `failed` are last. */
export type FromThread<Progress> = { kind: 'progress'; progress: Progress } | { kind: 'done' } | { kind: 'failed'; message: string };

/** Callbacks of a task in a thread; `end` is called last and once. */
export type ThreadEvents<Progress> = { progress(progress: Progress): void; end(problem: string | null): void };

/** Runs one task in a thread, which ends with it. `name` is used in the log. After `stop`, no callback is called. */
export const startThread = <Progress>(
  workerFile: string,
  workerData: object,
  name: string,
  events: ThreadEvents<Progress>,
): { stop(): void } => {
  const worker = new Worker(workerFile, { workerData });
  let ended = false;
  const end = (problem: string | null) => {
    if (ended) return;
    ended = true;
    events.end(problem);
  };
  worker.on('message', (message: FromThread<Progress>) => {
    if (ended) return;
    if (message.kind === 'progress') events.progress(message.progress);
    else end(message.kind === 'done' ? null : message.message);
  });
  worker.on('error', (error) => {
    log('error', name, toLogFields(error));
    end(`The ${name} failed. See the server log.`);
  });
  worker.on('exit', (code) => end(`The ${name} thread exited (${code}).`));
  return {
    stop: () => {
      ended = true;
      void worker.terminate();
    },
  };
};
