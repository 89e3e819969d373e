import { rm } from 'node:fs/promises';
import path from 'node:path';
import { writeDemoFiles } from '../../db/demo/write-demo-files.ts';
import type { ImportService } from '../services/imports/import-service.ts';
import type { Store } from '../store/store.ts';

export type DemoService = {
  /** Writes the made-up sessions, imports them like any file in place of those that are there, and answers the import's id. */
  create(): Promise<string>;
  /** Does so when nothing was ever imported. */
  createIfNew(): Promise<boolean>;
  /** Waits for an import of them that still runs, so that nothing of it arrives after. */
  remove(): Promise<number>;
};

/** The synthetic sessions of a first start. Their files lie in `folder` only while they are imported. */
export const makeDemoService = (deps: { store: Store; imports: ImportService; now: () => number; folder: string }): DemoService => {
  const { store, imports, now, folder } = deps;
  let running: Promise<unknown> = Promise.resolve();
  const importOnce = async () => {
    try {
      await store.deleteSynthetic();
      const written = await writeDemoFiles(folder, { nowMs: now() });
      const files = written.map((file) => ({ file, path: path.join('demo', path.relative(folder, file)) }));
      const { id } = await imports.importFiles({ label: 'Demo sessions', origin: 'demo', synthetic: true, files });
      return id;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  const create = () => {
    const next = importOnce();
    running = next.catch(() => undefined);
    return next;
  };
  return {
    create,
    createIfNew: async () => {
      const [past, { total }] = await Promise.all([imports.list({ cursor: null, limit: 1 }), store.sessionFacets()]);
      if (past.total > 0 || total > 0) return false;
      await create();
      return true;
    },
    remove: async () => {
      await running;
      return store.deleteSynthetic();
    },
  };
};
