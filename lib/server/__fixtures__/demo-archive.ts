import path from 'node:path';
import { openStore } from '../../../db/open-store.ts';
import type { Session } from '../../domain/session.ts';
import { makeImportQueue } from '../../services/imports/import-queue.ts';
import { makeImportService } from '../../services/imports/import-service.ts';
import { makeDirectImporter } from '../../services/imports/importer.ts';
import { makeSpool } from '../../services/imports/spool.ts';
import { makeDefaultObservers } from '../../services/observe/default-observers.ts';
import type { Store } from '../../store/store.ts';
import { makeDemoService, type DemoService } from '../demo.ts';

const migrationsFolder = path.resolve(import.meta.dirname, '../../../db/migrations');

/** The moment at which the demo is made. */
export const nowMs = Date.UTC(2026, 10, 20, 9, 30);

export type Archive = { store: Store; demo: DemoService; imports: ReturnType<typeof makeImportService>; demoFolder: string };

export const openArchive = (folder: string, database = ':memory:'): Archive => {
  const store = openStore(database, { migrationsFolder });
  const now = () => nowMs;
  const queue = makeImportQueue(makeDirectImporter({ store, now }));
  const processes = { processId: process.pid, isAlive: () => true };
  const spool = makeSpool({ folder: path.join(folder, 'spool'), ...processes });
  const imports = makeImportService({ store, queue, spool, now, ...processes });
  const demoFolder = path.join(folder, 'demo');
  return { store, imports, demoFolder, demo: makeDemoService({ store, imports, loadObservers: makeDefaultObservers, now, folder: demoFolder }) };
};

export const listAll = async (store: Store): Promise<Session[]> =>
  (await store.listSessions({ includeChildren: true }, 'started', false, { cursor: null, limit: 1_000 })).items;
