import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import { readFixture } from '../../formats/__fixtures__/reduce-bytes.ts';
import type { Store } from '../../store/store.ts';
import { importFile } from '../ingest/import-file.ts';
import { settleTrajectories } from '../trajectories/settle-trajectories.ts';
import { refreshResult } from './refresh-result.ts';

let folder = '';
let store: Store;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-refresh-'));
  store = openStore(':memory:', { migrationsFolder: path.resolve('db/migrations') });
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const take = async (name: string, content: string) => {
  const file = path.join(folder, name);
  await writeFile(file, content);
  const { signal } = new AbortController();
  return importFile({ store, now: () => 0 }, { file, path: file, synthetic: false, signal, onProgress: () => undefined });
};

const lines = readFixture('weakincentives/renders.jsonl').toString('utf8').trim().split('\n');

it('says of each file of a session why its snapshots are no trajectory, as long as they are none', async () => {
  const first = await take('first.jsonl', `${lines[0] ?? ''}\n`);
  expect(first.issues).toEqual([]);
  const other = lines[1]?.replaceAll('"ns": "demo"', '"ns": "other"') ?? '';
  const second = await take('second.jsonl', `${other}\n`);
  const flaw = {
    line: null,
    code: 'no_trajectory',
    message: expect.stringMatching(
      /^Session \w{8} \(Review: Check the parser\) is no trajectory: snapshot 2 is of the prompt other\/review:latest/u,
    ) as unknown,
  };
  expect(second).toMatchObject({ issues: [flaw], issueCount: 1 });
  expect(await take('first.jsonl', `${lines[0] ?? ''}\n`)).toMatchObject({ status: 'unchanged', issues: [flaw], issueCount: 1 });
  expect(await refreshResult(store, first)).toMatchObject({ issues: [flaw], issueCount: 1 });
  await store.splitTrajectory(first.sessions[0]?.id ?? '', true);
  await settleTrajectories(store);
  expect(await refreshResult(store, second)).toMatchObject({ issues: [], issueCount: 0 });
});
