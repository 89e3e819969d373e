import { randomUUID } from 'node:crypto';
import path from 'node:path';
import os from 'node:os';
import { toConfigCopyPath, toConfigPath, toDatabasePath } from '../../db/data-folder.ts';
import { openStore } from '../../db/open-store.ts';
import { makeConfigFile } from '../services/config/config-file.ts';
import { makeDeliveryRunner } from '../services/deliveries/delivery-runner.ts';
import { makeDeliveryService } from '../services/deliveries/delivery-service.ts';
import { makeFolderWatch } from '../services/imports/folder-watch.ts';
import { makeImportQueue } from '../services/imports/import-queue.ts';
import { makeImportService } from '../services/imports/import-service.ts';
import { makeSpool } from '../services/imports/spool.ts';
import { makeAssessmentService } from '../services/observe/assessment-service.ts';
import { makeLiveService } from '../services/live/live-service.ts';
import { holdWhileImporting } from '../services/observe/hold-while-importing.ts';
import { findPerson } from '../services/observations/find-person.ts';
import { makeObservationService } from '../services/observations/observation-service.ts';
import { makeObserversService } from '../services/observers/observers-service.ts';
import { makeTrials } from '../services/observers/trials.ts';
import { makeSessionService } from '../services/sessions.ts';
import { makeChangeHub } from './changes.ts';
import type { Container } from './container.ts';
import { makeDemoService } from './demo.ts';
import { log, toLogFields } from './log.ts';
import { makeObserverThread } from './observer-thread.ts';
import { makeWorkerImporter } from './worker-importer.ts';
import { makeWorkerTrial } from './worker-trial.ts';

export type ContainerOptions = { root: string; version: string; variables: Readonly<Record<string, string | undefined>> };

const isAlive = (processId: number): boolean => {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** Opens the archive and wires everything the server needs. */
export const openContainer = async ({ root, version, variables }: ContainerOptions): Promise<Container> => {
  const now = Date.now;
  const databaseFile = toDatabasePath(variables);
  const migrationsFolder = path.join(root, 'db/migrations');
  const store = openStore(databaseFile, { migrationsFolder });
  const worker = makeWorkerImporter(path.join(root, 'dist/import-worker.mjs'), { databaseFile, migrationsFolder });
  const configPlaces = { file: toConfigPath(variables), copyFile: toConfigCopyPath(variables) };
  const observer = makeObserverThread(path.join(root, 'dist/observer-worker.mjs'), {
    databaseFile,
    migrationsFolder,
    config: configPlaces,
  });
  const queue = holdWhileImporting(makeImportQueue(worker), observer.hold);
  const dataFolder = path.dirname(databaseFile);
  const spool = makeSpool({ folder: path.join(dataFolder, 'spool'), processId: process.pid, isAlive });
  const imports = makeImportService({ store, queue, spool, now });
  const watch = makeFolderWatch({ store, queue, now, home: os.homedir(), onError: (error) => log('error', 'watch', toLogFields(error)) });
  const changes = makeChangeHub(store);
  const config = makeConfigFile(configPlaces);
  const loadObservers = () => config.load().set;
  const demo = makeDemoService({ store, imports, loadObservers, now, folder: path.join(dataFolder, `demo-${randomUUID()}`) });
  const startTrial = makeWorkerTrial(path.join(root, 'dist/trial-worker.mjs'), { databaseFile, migrationsFolder });
  const trials = makeTrials({ startTrial, makeId: randomUUID });
  const loadFeedback = () => {
    const { set, config: said } = config.load();
    return { set, writeFile: said.feedback.write_file };
  };
  const live = makeLiveService({ store, loadFeedback, now, warn: (event, fields) => log('warn', event, fields) });
  const loadSinks = () => config.load().sinks;
  const sending = makeDeliveryRunner({
    store,
    loadSinks,
    variables,
    folder: path.dirname(configPlaces.file),
    now,
    random: Math.random,
    onError: (error) => log('error', 'deliveries', toLogFields(error)),
  });
  await imports.recover();
  worker.start();
  observer.start();
  sending.start();
  return {
    version,
    store,
    sessions: makeSessionService({ store, now }),
    assessments: makeAssessmentService({ store, loadObservers }),
    live,
    observations: makeObservationService({ store, now, makeId: randomUUID, person: findPerson() }),
    deliveries: makeDeliveryService({ store, config, variables, now }),
    observers: makeObserversService({ store, config, trials, now, lookAgain: observer.look }),
    imports,
    watch,
    changes,
    demo,
    close: async () => {
      changes.close();
      trials.close();
      queue.close();
      await Promise.all([watch.close(), worker.close(), observer.close(), sending.close()]);
      await live.close();
      await store.close();
    },
  };
};
