import path from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from '../db/open-database.ts';
import { isAppError } from '../lib/server/problem.ts';
import { log, toLogFields } from '../lib/server/log.ts';
import type { FromWorker, ToWorker, WorkerSettings } from '../lib/server/worker-messages.ts';
import { makeDecodeInThread } from '../lib/services/ingest/decode-in-thread.ts';
import { recoverArchive } from '../lib/services/ingest/finish-archive.ts';
import { makeDirectImporter } from '../lib/services/imports/importer.ts';
import { makeSqliteStore } from '../lib/store/sqlite/sqlite-store.ts';

const port = parentPort;
if (!port) throw new Error('The import worker is started by the server.');

// Given by lib/server/worker-importer.ts, typed by the same declaration.
const settings = workerData as WorkerSettings;
/** An import writes mostly at the end of each table. */
const cacheBytes = 8 * 1024 * 1024;
const db = openDatabase({ file: settings.databaseFile, migrationsFolder: settings.migrationsFolder, cacheBytes });
// Nobody is answered by this thread: it waits for a short write of another one, which is sooner than to try again later.
db.pragma('busy_timeout = 100');
const store = makeSqliteStore(db);
const scratchFolder = path.join(path.dirname(settings.databaseFile), 'spool');
const decodeElsewhere = makeDecodeInThread(path.join(import.meta.dirname, 'decode-worker.mjs'));
const importer = makeDirectImporter({ store, now: Date.now, scratchFolder, decodeElsewhere });
const cancellers = new Map<number, AbortController>();
/** Files of one import follow each other within this. */
const idleMs = 100;
let closing = false;
let work = recoverArchive(store).then(
  () => undefined,
  (error: unknown) => log('error', 'recovery', toLogFields(error)),
);

const report = (message: FromWorker) => port.postMessage(message);

const runJob = async ({ job, file, path: shown, synthetic }: Extract<ToWorker, { kind: 'import' }>, signal: AbortSignal) => {
  try {
    const result = await importer.importFile({
      file,
      path: shown,
      synthetic,
      signal,
      onProgress: (progress) => report({ kind: 'progress', job, progress }),
    });
    report({ kind: 'done', job, result });
  } catch (error) {
    if (!isAppError(error)) log('error', 'import', { path: shown, ...toLogFields(error) });
    report({
      kind: 'failed',
      job,
      ...(isAppError(error) ? { code: error.code, message: error.message } : { code: 'internal', message: String(error) }),
    });
  } finally {
    cancellers.delete(job);
  }
};

/** Makes records searchable once no file has come for a while, a chunk at a time. */
const indexWhileIdle = async () => {
  try {
    await setTimeout(idleMs, undefined, { ref: false });
    while (cancellers.size === 0 && !closing && (await store.indexSome()) > 0) await setImmediate();
  } catch (error) {
    log('warn', 'indexing', toLogFields(error));
  }
};

const close = async () => {
  closing = true;
  for (const canceller of cancellers.values()) canceller.abort();
  await work;
  await store.close();
  port.close();
};

port.on('message', (message: ToWorker) => {
  if (message.kind === 'cancel') cancellers.get(message.job)?.abort();
  else if (message.kind === 'close') void close();
  else {
    const canceller = new AbortController();
    cancellers.set(message.job, canceller);
    work = work.then(() => runJob(message, canceller.signal));
    void work.then(indexWhileIdle);
  }
});

void work.then(indexWhileIdle);
