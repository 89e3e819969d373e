import { Worker } from 'node:worker_threads';
import type { StartTrial } from '../services/observers/trials.ts';
import { log, toLogFields } from './log.ts';
import type { FromTrialWorker, TrialWorkerSettings } from './trial-messages.ts';
import type { WorkerSettings } from './worker-messages.ts';

/** Runs each trial in a thread with a read-only database connection. The thread ends with its trial. */
export const makeWorkerTrial =
  (workerFile: string, settings: WorkerSettings): StartTrial =>
  (input, events) => {
    const workerData: TrialWorkerSettings = { ...settings, input };
    const worker = new Worker(workerFile, { workerData });
    let ended = false;
    const end = (problem: string | null) => {
      if (ended) return;
      ended = true;
      events.end(problem);
    };
    worker.on('message', (message: FromTrialWorker) => {
      if (ended) return;
      if (message.kind === 'progress') events.progress(message.progress);
      else end(message.kind === 'done' ? null : message.message);
    });
    worker.on('error', (error) => {
      log('error', 'trial', toLogFields(error));
      end('The trial failed. See the server log.');
    });
    worker.on('exit', (code) => end(`The trial thread exited (${code}).`));
    return {
      stop: () => {
        ended = true;
        void worker.terminate();
      },
    };
  };
