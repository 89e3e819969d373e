import { rm } from 'node:fs/promises';
import path from 'node:path';
import { repairedAt } from '../../db/demo/plan.ts';
import { writeDemoTrajectory } from '../../db/demo/weakincentives/write-trajectory.ts';
import { writeDemoFiles } from '../../db/demo/write-demo-files.ts';
import type { ImportService, LocalFile } from '../services/imports/import-service.ts';
import type { LoadObservers } from '../services/observe/default-observers.ts';
import { findExposure, makePrivateFolder } from '../sources/private-files.ts';
import type { Store } from '../store/store.ts';
import { giveDemoExamples } from './demo-examples.ts';
import { runDemoExperiments } from './demo-experiments.ts';
import { reviewDemoSession } from './demo-reviews.ts';
import { resolveRecurringFailure } from './demo-triage.ts';
import { log } from './log.ts';

export type DemoService = {
  /** Creates and imports the demo sessions, replacing existing ones. Returns the import id. */
  create(): Promise<string>;
  /** Does so if nothing was ever imported. */
  createIfNew(): Promise<boolean>;
  /** Waits for a running demo import first. */
  remove(): Promise<number>;
};

type Deps = { store: Store; imports: ImportService; loadObservers: LoadObservers; now: () => number; folder: string };

/**
 * The sessions up to the repair of the recurring failure, which is resolved after their import; then the later ones, with examples for the
 * newest; then a trajectory, and those of experiments.
 */
async function* listDemoFiles(deps: Deps, nowMs: number): AsyncGenerator<LocalFile> {
  const { folder } = deps;
  const toLocal = (file: string): LocalFile => ({ file, path: path.join('demo', path.relative(folder, file)) });
  yield* (await writeDemoFiles(folder, { nowMs, from: repairedAt })).map(toLocal);
  await resolveRecurringFailure(deps);
  yield* (await writeDemoFiles(folder, { nowMs, count: repairedAt })).map(toLocal);
  await giveDemoExamples(deps.store);
  await reviewDemoSession(deps.store);
  yield toLocal(await writeDemoTrajectory(folder, nowMs));
  for await (const file of runDemoExperiments({ store: deps.store, folder, nowMs })) yield toLocal(file);
}

/** Demo sessions. Their files are in `folder` only during the import. */
export const makeDemoService = (deps: Deps): DemoService => {
  const { store, imports, now, folder } = deps;
  let running: Promise<unknown> = Promise.resolve();
  const importOnce = async () => {
    try {
      makePrivateFolder(folder);
      await store.deleteSynthetic();
      const files = listDemoFiles(deps, now());
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
      const problem = findExposure(path.dirname(folder));
      if (problem !== null) log('warn', 'demo sessions were not imported', { problem });
      else await create();
      return problem === null;
    },
    remove: async () => {
      await running;
      const removed = await store.deleteSynthetic();
      await store.placeSessions();
      return removed;
    },
  };
};
