import { Worker } from 'node:worker_threads';
import { importThreadLimits } from '../services/ingest/decode-in-thread.ts';
import { log, toLogFields } from './log.ts';
import type { ObserverSettings, ToObserver } from './worker-messages.ts';

const closeWithinMs = 400;
const restartAfterMs = 1_000;
/** As little as threads of an import have. */
const { maxYoungGenerationSizeMb } = importThreadLimits;
/** A thread that keeps crashing is not restarted; sessions stay unobserved until the next start. */
const maxRestarts = 5;

export type ObserverThread = {
  start(): void;
  /** Checks now with the current configuration, because it changed or a replay was requested. */
  look(): void;
  hold(held: boolean): void;
  close(): Promise<void>;
};

/** Runs observers in a worker thread with its own database connection, so that requests are not delayed. */
export const makeObserverThread = (workerFile: string, settings: ObserverSettings): ObserverThread => {
  let worker: Worker | null = null;
  let restarts = 0;
  let held = false;
  let restarting: NodeJS.Timeout | null = null;
  let closing = false;

  const report = (message: ToObserver) => worker?.postMessage(message);
  const start = () => {
    const started = new Worker(workerFile, { workerData: settings, resourceLimits: { maxYoungGenerationSizeMb } });
    worker = started;
    started.on('error', (error) => log('error', 'observer worker', toLogFields(error)));
    started.on('exit', () => {
      if (worker === started) worker = null;
      if (closing || restarts >= maxRestarts) return;
      restarts += 1;
      restarting = setTimeout(start, restartAfterMs);
    });
    if (held) report({ kind: 'hold', held });
  };

  return {
    start,
    look: () => report({ kind: 'look' }),
    hold: (next) => {
      held = next;
      report({ kind: 'hold', held });
    },
    close: async () => {
      closing = true;
      if (restarting) clearTimeout(restarting);
      const ending = worker;
      if (!ending) return;
      const ended = new Promise<void>((resolve) => ending.once('exit', () => resolve()));
      report({ kind: 'close' });
      const timer = setTimeout(() => void ending.terminate(), closeWithinMs);
      await ended;
      clearTimeout(timer);
    },
  };
};
