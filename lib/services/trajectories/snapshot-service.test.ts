import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import { readFixture } from '../../formats/__fixtures__/reduce-bytes.ts';
import type { Store } from '../../store/store.ts';
import { parseJsonTree } from '../../trajectories/json-tree.ts';
import { importFile } from '../ingest/import-file.ts';
import { makeSnapshotService, type SnapshotService } from './snapshot-service.ts';
import { makeTreeCache } from './tree-cache.ts';

let folder = '';
let store: Store;
let service: SnapshotService;
let id = '';
let nowMs = 0;
const dump = readFixture('weakincentives/renders.jsonl');

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-snapshots-'));
  store = openStore(path.join(folder, 'a.db'), { migrationsFolder: path.resolve('db/migrations') });
  const file = path.join(folder, 'dump.jsonl');
  await writeFile(file, dump);
  const { signal } = new AbortController();
  await importFile({ store, now: () => 0 }, { file, path: file, synthetic: false, signal, onProgress: () => undefined });
  const { items } = await store.listTrajectories({ isRefused: false }, { cursor: null, limit: 1 });
  id = items[0]?.id ?? '';
  service = makeSnapshotService({ store, now: () => nowMs });
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

it('reads a snapshot node by node, down to each value as it is written', async () => {
  const top = await service.children(id, 0, { path: '', after: 0, limit: 100, nearest: false });
  expect(top.children.map(({ key }) => key)).toContain('slices');
  const [line = ''] = dump.toString('utf8').split('\n');
  expect(await service.value(id, 0, { path: '', from: 0, length: 1e9 })).toEqual({ text: line, totalChars: line.length });
  expect((await service.value(id, 0, { path: '/version', from: 0, length: 10 })).text).toBe('1');
  const slices = await service.children(id, 2, { path: '/slices', after: 1, limit: 1, nearest: false });
  const near = await service.children(id, 2, { path: '/slices/1/items/999/x', after: 0, limit: 1, nearest: true });
  expect(near.node.pointer).toBe('/slices/1/items');
  expect(slices).toMatchObject({ node: { kind: 'list' }, children: [{ pointer: '/slices/1' }] });
  await expect(service.children(id, 0, { path: '/none', after: 0, limit: 1, nearest: false })).rejects.toMatchObject({ code: 'not_found' });
  await expect(service.value(id, 9, { path: '', from: 0, length: 1 })).rejects.toMatchObject({ code: 'not_found' });
  await expect(service.children('none', 0, { path: '', after: 0, limit: 1, nearest: false })).rejects.toMatchObject({ code: 'not_found' });
});

it('finds texts, and compares two', async () => {
  const { hits, total } = await service.search(id, 0, { q: 'slice_type', limit: 1 });
  expect([hits.length, total > 1]).toEqual([1, true]);
  const { changes, isCut } = await service.diff(id, { from: 0, to: 1, limit: 500 });
  expect(isCut).toBe(false);
  expect(changes.map(({ path: where }) => where)).toContain('/created_at');
  expect((await service.diff(id, { from: 1, to: 1, limit: 500 })).changes).toEqual([]);
});

it('holds trees for a while, as many as there is room for', () => {
  const cache = makeTreeCache(() => nowMs);
  const tree = parseJsonTree(`"${'x'.repeat(10_000_000)}"`);
  for (const key of ['a', 'b', 'c']) cache.keep(key, tree);
  expect(['a', 'b', 'c'].map((key) => cache.find(key) !== null)).toEqual([false, true, true]);
  nowMs += 200_000;
  cache.keep('d', parseJsonTree('1'));
  expect(cache.size()).toBe(1);
});
