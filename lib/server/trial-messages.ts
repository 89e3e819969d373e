import type { TrialProgress } from '../services/observers/run-trial.ts';
import type { TrialInput } from '../services/observers/trials.ts';
import type { WorkerSettings } from './worker-messages.ts';

export type TrialWorkerSettings = WorkerSettings & { input: TrialInput };

/** What the thread of a trial tells. `done` and `failed` are the last. */
export type FromTrialWorker = { kind: 'progress'; progress: TrialProgress } | { kind: 'done' } | { kind: 'failed'; message: string };
