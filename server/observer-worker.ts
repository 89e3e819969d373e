import { randomUUID } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { toModelLockFile } from '../db/data-folder.ts';
import { openStore } from '../db/open-store.ts';
import { openProcessLock, type ProcessLock } from '../db/process-lock.ts';
import { processVariables } from '../lib/server/env.ts';
import { log, toLogFields } from '../lib/server/log.ts';
import type { ObserverSettings, ToObserver } from '../lib/server/worker-messages.ts';
import { makeConfigFile } from '../lib/services/config/config-file.ts';
import { followConfig } from '../lib/services/config/follow-config.ts';
import { followSpool } from '../lib/services/hook/follow-spool.ts';
import { makeHookSpool, toSpoolFolder } from '../lib/services/hook/hook-spool.ts';
import { followArchive } from '../lib/services/observe/follow-archive.ts';
import { followReviews } from '../lib/services/reviews/follow-reviews.ts';
import { openReviews } from '../lib/services/reviews/open-reviews.ts';
import { followModels } from '../lib/services/summaries/follow-models.ts';
import { followSummaries } from '../lib/services/summaries/follow-summaries.ts';
import { makeSummarizers } from '../lib/services/summaries/summarizers.ts';

const port = parentPort;
if (!port) throw new Error('The observer worker must be started by the server.');

// Given by lib/server/observer-thread.ts, typed by the same declaration.
const settings = workerData as ObserverSettings;
const cacheBytes = 8 * 1024 * 1024;
// No requests wait for this thread, so waiting for another writer is faster than retrying.
const busyTimeoutMs = 100;
const store = openStore(settings.databaseFile, { migrationsFolder: settings.migrationsFolder, cacheBytes, busyTimeoutMs });
/** Nobody can take a lock that other users can change. */
const openLock = (file: string): ProcessLock => {
  try {
    return openProcessLock(file);
  } catch (error) {
    log('warn', 'lock', toLogFields(error));
    return { take: () => null, close: () => undefined };
  }
};
const config = makeConfigFile(settings.config);
const follower = followArchive({
  store,
  loadObservers: () => config.load().set,
  onError: (sessionId, error) => log('error', 'observers', { sessionId, ...toLogFields(error) }),
});

const summarizing = {
  store,
  summarizers: makeSummarizers({ loadConfig: () => config.load().summaries, variables: processVariables(), now: Date.now }),
  now: Date.now,
  onError: (sessionId: string | null, error: unknown) => log('error', 'summaries', { sessionId, ...toLogFields(error) }),
};
const summaries = followSummaries(summarizing);
const modelLock = openLock(toModelLockFile(settings.databaseFile));
const models = followModels({
  ...summarizing,
  takeLock: modelLock.take,
  onProblem: (problem) => log('warn', 'summaries', { problem }),
});

const reviewing = openReviews({ store, config, variables: processVariables() });
const reviews = followReviews({
  deps: reviewing,
  makeOwner: randomUUID,
  onError: (error) => log('error', 'reviews', toLogFields(error)),
});

const configFollower = followConfig(config, {
  onChange: follower.look,
  onProblem: (problem) => log('warn', 'configuration', { file: config.file, ...problem }),
});

const spool = makeHookSpool(toSpoolFolder(settings.databaseFile));
const spoolLock = openLock(spool.lockFile);
const spoolFollower = followSpool(
  {
    store,
    spool,
    takeLock: spoolLock.take,
    now: Date.now,
    warn: (event, fields) => log('warn', event, fields),
    loadFeedback: () => {
      const { set, config: loaded, redact, retrieval } = config.load();
      const loadReviewers = () => reviewing.loadBundles().bundles;
      return { set, writeFile: loaded.feedback.write_file, redacts: redact.on_import, retrieval, loadReviewers };
    },
  },
  (error) => log('error', 'hook spool', toLogFields(error)),
);

const close = async () => {
  configFollower.close();
  await spoolFollower.close();
  spoolLock.close();
  await Promise.all([follower.close(), summaries.close(), models.close(), reviews.close()]);
  modelLock.close();
  await store.close();
  port.close();
};

port.on('message', (message: ToObserver) => {
  if (message.kind === 'look') follower.look();
  else if (message.kind === 'hold') {
    follower.hold(message.held);
    summaries.hold(message.held);
  } else void close();
});
