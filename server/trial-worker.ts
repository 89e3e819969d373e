import { parentPort, workerData } from 'node:worker_threads';
import { openStore } from '../db/open-store.ts';
import { log, toLogFields } from '../lib/server/log.ts';
import { isAppError } from '../lib/server/problem.ts';
import type { FromTrialWorker, TrialWorkerSettings } from '../lib/server/trial-messages.ts';
import { makeObserverSet } from '../lib/observers/observer-set.ts';
import type { ObserversConfig } from '../lib/domain/observer-config.ts';
import { runTrial, type TrialProgress } from '../lib/services/observers/run-trial.ts';

const port = parentPort;
if (!port) throw new Error('The trial thread must be started by the server.');

// Given by lib/server/worker-trial.ts, typed by the same declaration.
const { databaseFile, migrationsFolder, input } = workerData as TrialWorkerSettings;
const cacheBytes = 8 * 1024 * 1024;
/** Pages poll several times a second; more frequent updates would only copy lists. */
const reportEveryMs = 100;

const report = (message: FromTrialWorker) => port.postMessage(message);

const toSet = (config: ObserversConfig) => {
  const { set, problems } = makeObserverSet(config);
  if (!set) throw new Error(problems.map(({ path, message }) => `${path.join('.')}: ${message}`).join(' '));
  return set;
};

let reportedAtMs = 0;
const onProgress = (progress: TrialProgress) => {
  if (performance.now() - reportedAtMs < reportEveryMs) return;
  reportedAtMs = performance.now();
  report({ kind: 'progress', progress });
};

const store = openStore(databaseFile, { migrationsFolder, cacheBytes, isReadOnly: true });
try {
  const progress = await runTrial(store, { before: toSet(input.before), after: toSet(input.after) }, onProgress);
  report({ kind: 'progress', progress });
  report({ kind: 'done' });
} catch (error) {
  log('error', 'trial', toLogFields(error));
  report({ kind: 'failed', message: isAppError(error) ? error.message : 'The trial failed. See the server log.' });
} finally {
  await store.close();
}
