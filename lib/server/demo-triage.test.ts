import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recurringFailure } from '../../db/demo/recurring-failure.ts';
import type { Observation } from '../domain/observation.ts';
import { makeExperimentService } from '../services/experiments/experiment-service.ts';
import { makeObservationService } from '../services/observations/observation-service.ts';
import { observeSession } from '../services/observe/observe-session.ts';
import { makeDefaultObservers } from '../services/observe/default-observers.ts';
import { makeDump } from '../store/make-dump.ts';
import type { Store } from '../store/store.ts';
import { listAll, nowMs, openArchive, type Archive } from './__fixtures__/demo-archive.ts';

/** As the server's observer thread does after an import. */
const observeAll = async (store: Store): Promise<void> => {
  for (const { id } of await listAll(store)) await observeSession(store, makeDefaultObservers(), id);
};
const query = { filter: {}, sort: 'severity', descending: true, cursor: null, limit: 200 } as const;
const serve = (store: Store) =>
  makeObservationService({ store, now: () => nowMs, makeId: () => 'x', person: 'mira', redacts: () => false });
const isRecurring = ({ evidence }: Observation): boolean => evidence?.text?.includes(recurringFailure.error) ?? false;

describe("the demo's observations", () => {
  let folder: string;
  let archive: Archive;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-demo-'));
    archive = openArchive(folder);
    await archive.demo.createIfNew();
    await observeAll(archive.store);
  }, 60_000);
  afterAll(async () => {
    await archive.store.close();
    await rm(folder, { recursive: true });
  });

  it('stand beside experiments that show what is true of the agents: one helps, one has no evidence yet, one harms, one is broken', async () => {
    const { experiments } = await makeExperimentService({ store: archive.store, now: () => nowMs, makeId: () => 'x' }).list({
      archived: true,
    });
    expect(experiments.map(({ experiment: { id, status, synthetic }, verdict: { code } }) => [id, status, synthetic, code])).toEqual([
      ['demo-b', 'running', true, 'no_evidence'],
      ['demo-a', 'stopped', true, 'helps'],
      ['demo-d', 'stopped', true, 'no_verdict'],
      ['demo-c', 'stopped', true, 'harms'],
    ]);
    const needed = experiments[0]?.verdict;
    expect(needed?.sentence).toContain(`about ${needed?.missingSessions} more sessions are needed`);
  });

  it('show the failure that was repaired and returned as regressed, with its history', async () => {
    const observations = serve(archive.store);
    const { items } = await observations.groups({ ...query, filter: { states: ['regressed'] }, zoneMinutes: 0 });
    // The cascade of the same call is the same group.
    expect(items.map(({ category }) => category)).toEqual(['Repetitive Pattern']);
    for (const { fingerprint, observations: count, byStatus } of items) {
      expect([count, byStatus]).toEqual([3, { open: 1, acknowledged: 0, resolved: 2 }]);
      const { history } = await observations.group({ fingerprint, zoneMinutes: 0 });
      const reported = history.filter(({ kind }) => kind === 'resolve' || kind === 'regress');
      expect(reported.map(({ kind, to, by }) => [kind, to, by === 'demo'])).toEqual([
        ['regress', 'regressed', false],
        ['resolve', 'fixed', true],
      ]);
      expect(reported[1]?.note).toContain('Demo data');
      expect(reported[0]?.atMs).toBeGreaterThan(reported[1]?.atMs ?? Number.POSITIVE_INFINITY);
    }
  });

  it('leave nothing of that failure open but what returned, and all else open', async () => {
    const { items } = await serve(archive.store).list(query);
    const recurring = items.filter(isRecurring);
    expect(recurring.filter(({ status }) => status === 'open').map(({ state }) => state)).toEqual(['regressed']);
    expect(recurring.filter(({ state }) => state === 'fixed').length).toBe(recurring.length - 1);
    const others = items.filter((one) => !isRecurring(one));
    expect(others.length).toBeGreaterThan(5);
    expect(new Set(others.map(({ state }) => state))).toEqual(new Set(['open']));
    expect(items.every(({ synthetic }) => synthetic)).toBe(true);
  });

  it('are the same each time, and none is left behind', async () => {
    const toFacts = async () =>
      (await serve(archive.store).list(query)).items.map(({ id, state, seen, resolution }) => [id, state, seen, resolution]);
    const first = await toFacts();
    await archive.demo.create();
    await observeAll(archive.store);
    expect(await toFacts()).toEqual(first);
    await archive.demo.remove();
    const left = await makeDump(archive.store);
    expect(JSON.stringify(left)).not.toContain('Demo data');
    const observations = serve(archive.store);
    expect((await observations.list({ ...query, filter: { withCleared: true } })).total).toBe(0);
    expect((await observations.groups({ ...query, filter: { withCleared: true }, zoneMinutes: 0 })).total).toBe(0);
    expect((await archive.store.listTransitions(0, 10)).length).toBe(0);
    expect(await archive.store.listExperiments()).toEqual([]);
    expect((await observations.attention()).count).toBe(0);
  });
});
