import { randomUUID } from 'node:crypto';
import { recurringFailure } from '../../db/demo/recurring-failure.ts';
import type { Observation } from '../domain/observation.ts';
import type { Session } from '../domain/session.ts';
import { observeSession } from '../services/observe/observe-session.ts';
import type { LoadObservers } from '../services/observe/default-observers.ts';
import { makeObservationService } from '../services/observations/observation-service.ts';
import type { Store } from '../store/store.ts';

const hourMs = 3_600_000;
const note = 'Demo data: the column is filled before it is required.';

type Deps = { store: Store; loadObservers: LoadObservers };

/**
 * Runs the observers over the sessions with the demo's recurring failure and resolves it as fixed, one hour after the session that
 * repaired it. A later session makes it regressed.
 */
export const resolveRecurringFailure = async ({ store, loadObservers }: Deps): Promise<void> => {
  const sessions = await listSessions(store);
  const repairedAtMs = Math.max(...sessions.map(({ endedAtMs }) => endedAtMs ?? 0)) + hourMs;
  for (const { id } of sessions) await observeSession(store, loadObservers(), id);
  const observations = makeObservationService({ store, now: () => repairedAtMs, makeId: randomUUID, person: 'demo', redacts: () => false });
  const found: Observation[] = [];
  for (const { id } of sessions) {
    const window = { sort: 'severity', descending: true, cursor: null, limit: 200 } as const;
    found.push(...(await observations.list({ filter: { sessionId: id }, ...window })).items);
  }
  const own = found.filter(({ evidence }) => evidence?.text?.includes(recurringFailure.error));
  if (own.length === 0) return;
  const target = { observations: own.map(({ id }) => ({ id })) };
  await observations.triage({ action: 'resolve', reason: 'fixed', note, target });
};

const listSessions = async (store: Store): Promise<Session[]> => {
  const { project } = recurringFailure;
  const { items } = await store.listSessions({ project, includeChildren: true }, 'started', true, { cursor: null, limit: 200 });
  return items.filter(({ synthetic }) => synthetic);
};
