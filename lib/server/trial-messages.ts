import type { TrialProgress } from '../services/observers/run-trial.ts';
import type { TrialInput } from '../services/observers/trials.ts';
import type { FromThread } from './start-thread.ts';
import type { WorkerSettings } from './worker-messages.ts';

export type TrialWorkerSettings = WorkerSettings & { input: TrialInput };

export type FromTrialWorker = FromThread<TrialProgress>;
