import type { TrialProgress } from '../services/observers/run-trial.ts';
import type { TrialInput } from '../services/observers/trials.ts';
import type { WorkerSettings } from './worker-messages.ts';

export type TrialWorkerSettings = WorkerSettings & { input: TrialInput };

/** Messages from the trial thread. `done` and `failed` are last. */
export type FromTrialWorker = { kind: 'progress'; progress: TrialProgress } | { kind: 'done' } | { kind: 'failed'; message: string };
