import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import type { ExperimentKind } from '../../domain/experiment.ts';
import { buildExperiment } from '../../store/build-experiment.ts';
import type { Store } from '../../store/store.ts';
import { readSessions } from './read-sessions.ts';

let store: Store;
beforeEach(() => {
  store = openStore(':memory:', { migrationsFolder: path.resolve('db/migrations') });
});
afterEach(() => store.close());

const ids = Array.from({ length: 120 }, (_, at) => `s${String(at).padStart(3, '0')}`);

/** Sessions read from an experiment, the sizes of the batches, and how often other work had its turn meanwhile. */
const read = async (kind: ExperimentKind) => {
  const experiment = { ...buildExperiment({ id: 'x', kind, status: 'running' }), assigned: ids.length };
  await store.putExperiment(experiment);
  for (const sessionId of ids) await store.assign(experiment, { sessionId, arm: 'control', turnIdx: 0, atMs: 5 });
  const batches: number[] = [];
  const counting: Store = {
    ...store,
    findSessionRows: (some) => {
      batches.push(some.length);
      return store.findSessionRows(some);
    },
  };
  let turns = 0;
  const takeTurn = (): void => {
    turns += 1;
    next = setImmediate(takeTurn);
  };
  let next = setImmediate(takeTurn);
  const sessions = await readSessions(counting, experiment, 1_000);
  clearImmediate(next);
  return { sessions, batches, turns };
};

it('answers others between the sessions of a feedback experiment, and reads rows in batches', async () => {
  const { sessions, batches, turns } = await read('feedback');
  expect(sessions).toMatchObject(ids.map((sessionId) => ({ sessionId, recovered: null })));
  expect(batches).toEqual([100, 20]);
  expect(turns).toBeGreaterThanOrEqual(ids.length - 1);
});

it('reads nothing more of the sessions of a retrieval experiment', async () => {
  const { sessions, batches } = await read('retrieval');
  expect(sessions).toMatchObject(ids.map((sessionId) => ({ sessionId, recovered: null })));
  expect(batches).toEqual([]);
});
