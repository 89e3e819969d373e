import { afterAll, beforeAll, expect, it } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { makeExperimentService } from '../services/experiments/experiment-service.ts';
import { nowMs, openArchive } from './__fixtures__/demo-archive.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-demo-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('shows what is true of the simulated agents: one helps, one has no evidence yet, one harms, one is broken', async () => {
  const { store, demo } = openArchive(folder);
  await demo.create();
  const { experiments } = await makeExperimentService({ store, now: () => nowMs, makeId: () => 'x' }).list({ archived: true });
  expect(experiments.map(({ experiment: { id, status, synthetic }, verdict: { code } }) => [id, status, synthetic, code])).toEqual([
    ['demo-b', 'running', true, 'no_evidence'],
    ['demo-a', 'stopped', true, 'helps'],
    ['demo-d', 'stopped', true, 'no_verdict'],
    ['demo-c', 'stopped', true, 'harms'],
  ]);
  const needed = experiments[0]?.verdict;
  expect(needed?.sentence).toContain(`about ${needed?.missingSessions} more sessions are needed`);
  await demo.remove();
  expect(await store.listExperiments()).toEqual([]);
  await store.close();
});
