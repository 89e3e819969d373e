import path from 'node:path';
import { openStore } from '../../../../db/open-store.ts';
import { countFailures, makeCalls } from '../../../store/build-reducer.ts';
import type { Store } from '../../../store/store.ts';
import { makeObservationService, type ObservationService } from '../observation-service.ts';

const migrationsFolder = path.resolve(import.meta.dirname, '../../../../db/migrations');

export const startMs = Date.UTC(2026, 10, 20, 9, 0);

export type Bench = { store: Store; observations: ObservationService; tool: ObservationService['tool'] };

/** An archive of one session `s`, and the service over it; each request comes a second after the one before, by `mira`. */
export const openFixture = async ({ redacts = false } = {}): Promise<Bench> => {
  const store = openStore(':memory:', { migrationsFolder });
  let nowMs = startMs;
  let changes = 0;
  const deps = { store, now: () => (nowMs += 1_000), makeId: () => `change-${(changes += 1)}`, person: 'mira', redacts: () => redacts };
  const observations = makeObservationService(deps);
  await store.append(makeCalls('s', [{ id: 'c1', callIndex: 1 }]));
  await store.recomputeAggregates(['s']);
  await store.reduceCalls('s', 'failures-1', 100, countFailures);
  return { store, observations, tool: observations.tool };
};

/** An entry of the tool's `create_batch`. */
export const makeEntry = (over: Record<string, unknown> = {}): Record<string, unknown> => ({
  observer: 'Security Reviewer',
  content: 'Found potential SQL injection in query builder',
  severity: 'critical',
  source_type: 'file',
  source_ref: 'src/database/query.py:45',
  metadata: { category: 'security', cwe: 'CWE-89' },
  ...over,
});
