import { parentPort, workerData } from 'node:worker_threads';
import { openStore } from '../db/open-store.ts';
import { log, toLogFields } from '../lib/server/log.ts';
import { isAppError } from '../lib/server/problem.ts';
import type { FromThread } from '../lib/server/start-thread.ts';
import type { DataWorkerSettings } from '../lib/server/worker-messages.ts';

const port = parentPort;
if (!port) throw new Error('The data thread must be started by the server.');

// Given by lib/server/open-container.ts, typed by the same declaration.
const { databaseFile, migrationsFolder, work } = workerData as DataWorkerSettings;
const cacheBytes = 8 * 1024 * 1024;

const report = (message: FromThread<number | null>) => port.postMessage(message);

let percent = 0;
const onCopied = (share: number) => {
  if (Math.floor(share * 100) === percent) return;
  percent = Math.floor(share * 100);
  // The check of the whole copy tells no progress.
  report({ kind: 'progress', progress: share < 1 ? share : null });
};

const store = openStore(databaseFile, { migrationsFolder, cacheBytes });
try {
  if (work.kind === 'backup') await store.backup(work.file, onCopied);
  else {
    await store.compact();
    // Until the log is emptied, the file keeps its size.
    await store.purge();
  }
  report({ kind: 'done' });
} catch (error) {
  log('error', work.kind, toLogFields(error));
  report({ kind: 'failed', message: isAppError(error) ? error.message : 'It failed. See the server log.' });
} finally {
  await store.close();
}
