import { randomUUID } from 'node:crypto';
import os from 'node:os';
import { makeFolderWatch } from '../../services/imports/folder-watch.ts';
import { makeImportQueue } from '../../services/imports/import-queue.ts';
import { makeImportService } from '../../services/imports/import-service.ts';
import { toDemoFolder, toUploadFolder } from '../../services/imports/own-files.ts';
import { makeSpool } from '../../services/imports/spool.ts';
import type { LoadObservers } from '../../services/observe/default-observers.ts';
import { holdWhileImporting } from '../../services/observe/hold-while-importing.ts';
import { isRunning } from '../../sources/is-running.ts';
import type { Store } from '../../store/store.ts';
import { makeDemoService } from '../demo.ts';
import { processVariables } from '../env.ts';
import { log, toLogFields } from '../log.ts';
import { makeWorkerImporter } from '../worker-importer.ts';
import { toWorkerFile, type Places } from './places.ts';

type Deps = {
  store: Store;
  places: Places;
  now: () => number;
  /** Holds the observers while files are imported. */
  hold: Parameters<typeof holdWhileImporting>[1];
  loadObservers: LoadObservers;
};

/** Imports in a worker, watched folders and the demo. Call `start` once the server is ready. */
export const openImports = ({ store, places, now, hold, loadObservers }: Deps) => {
  const { databaseFile } = places;
  const worker = makeWorkerImporter(toWorkerFile(places, 'import'), places);
  const queue = holdWhileImporting(makeImportQueue(worker), hold);
  const processes = { processId: process.pid, isAlive: isRunning };
  const spool = makeSpool({ folder: toUploadFolder(databaseFile), ...processes });
  const imports = makeImportService({ store, queue, spool, now, ...processes });
  const watch = makeFolderWatch({
    store,
    queue,
    imports,
    now,
    places: { home: os.homedir(), own: databaseFile, variables: processVariables() },
    onError: (error) => log('error', 'watch', toLogFields(error)),
  });
  const demo = makeDemoService({ store, imports, loadObservers, now, folder: toDemoFolder(databaseFile, randomUUID()) });
  return {
    imports,
    watch,
    demo,
    start: async (): Promise<void> => {
      await imports.recover();
      worker.start();
    },
    close: async (): Promise<void> => {
      queue.close();
      await Promise.all([watch.close(), worker.close()]);
    },
  };
};
