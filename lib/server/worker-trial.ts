import type { StartTrial } from '../services/observers/trials.ts';
import { startThread } from './start-thread.ts';
import type { TrialWorkerSettings } from './trial-messages.ts';
import type { WorkerSettings } from './worker-messages.ts';

/** Runs each trial in a thread with a read-only database connection. */
export const makeWorkerTrial =
  (workerFile: string, settings: WorkerSettings): StartTrial =>
  (input, events) => {
    const workerData: TrialWorkerSettings = { ...settings, input };
    return startThread(workerFile, workerData, 'trial', events);
  };
