import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { openStore } from '../db/open-store.ts';
import { isAppError } from '../lib/server/problem.ts';
import { log, toLogFields } from '../lib/server/log.ts';
import type { FromWorker, ObserverSettings, ToWorker } from '../lib/server/worker-messages.ts';
import { makeConfigFile } from '../lib/services/config/config-file.ts';
import { makeDecodeAhead, makeDecodeInThread } from '../lib/services/ingest/decode-in-thread.ts';
import { makePrefixMemory } from '../lib/services/ingest/prefix-memory.ts';
import { recoverArchive } from '../lib/services/ingest/finish-archive.ts';
import { makeDirectImporter } from '../lib/services/imports/importer.ts';
import { toUploadFolder } from '../lib/services/imports/own-files.ts';
import { followIndex } from '../lib/services/search/follow-index.ts';
import { upgradeArchive } from '../lib/services/upgrade/upgrade-archive.ts';

const port = parentPort;
if (!port) throw new Error('The import worker must be started by the server.');

// Given by lib/server/worker-importer.ts, typed by the same declaration.
const settings = workerData as ObserverSettings;
/** Imports mostly append. */
const cacheBytes = 8 * 1024 * 1024;
// No requests wait for this thread, so waiting for another writer is faster than retrying.
const busyTimeoutMs = 100;
const store = openStore(settings.databaseFile, { migrationsFolder: settings.migrationsFolder, cacheBytes, busyTimeoutMs });
const scratchFolder = toUploadFolder(settings.databaseFile);
const decodeWorker = path.join(import.meta.dirname, 'decode-worker.mjs');
const decoding = { decodeElsewhere: makeDecodeInThread(decodeWorker), decodeAhead: makeDecodeAhead(decodeWorker) };
const config = makeConfigFile(settings.config);
const redacts = () => config.load().redact.on_import;
const importDeps = { store, now: Date.now, scratchFolder, prefixMemory: makePrefixMemory(), ...decoding, redacts };
const importer = makeDirectImporter(importDeps);
const cancellers = new Map<number, AbortController>();
const upgrading = new AbortController();
let closing = false;
const indexing = followIndex({
  store,
  isHeld: () => cancellers.size > 0,
  onError: (error) => log('warn', 'indexing', toLogFields(error)),
});
const recovered = recoverArchive(store).then(
  () => undefined,
  (error: unknown) => log('error', 'recovery', toLogFields(error)),
);
let work: Promise<unknown> = recovered;

const report = (message: FromWorker) => port.postMessage(message);

const runJob = async (
  { job, file, path: shown, synthetic, restoresDeleted, descriptor, isAhead }: Extract<ToWorker, { kind: 'import' }>,
  signal: AbortSignal,
) => {
  try {
    const result = await importer.importFile({
      file,
      path: shown,
      synthetic,
      restoresDeleted,
      descriptor,
      isAhead,
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

/** Builds the search index again if it does not match the archive. */
const checkIndex = async () => {
  try {
    if (closing || (await store.checkSearchIndex())) return;
    log('warn', 'the search index does not match the archive and is built again');
    indexing.wake();
  } catch (error) {
    log('error', 'search', toLogFields(error));
  }
};

/** Decodes outdated files again while no import is running. */
const upgradeBetweenImports = async () => {
  try {
    await upgradeArchive(importDeps, { signal: upgrading.signal, pause: () => work.then(setImmediate) });
  } catch (error) {
    log('error', 'upgrade', toLogFields(error));
  }
  await checkIndex();
};

const close = async () => {
  closing = true;
  upgrading.abort();
  for (const canceller of cancellers.values()) canceller.abort();
  await Promise.all([work, upgraded, indexing.close()]);
  await store.close();
  port.close();
};

port.on('message', (message: ToWorker) => {
  if (message.kind === 'cancel') cancellers.get(message.job)?.abort();
  else if (message.kind === 'close') void close();
  else {
    const canceller = new AbortController();
    cancellers.set(message.job, canceller);
    work = Promise.all([work, recovered.then(() => runJob(message, canceller.signal))]).then(() => undefined);
    void work.then(indexing.wake);
  }
});

const upgraded = work.then(upgradeBetweenImports);
