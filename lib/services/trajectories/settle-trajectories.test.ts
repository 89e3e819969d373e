import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import { dumpTables } from '../../../db/dump-tables.ts';
import { readFixture } from '../../formats/__fixtures__/reduce-bytes.ts';
import { settleTrajectories } from './settle-trajectories.ts';
import { recoverArchive } from '../ingest/finish-archive.ts';
import { importFile } from '../ingest/import-file.ts';
import { upgradeArchive } from '../upgrade/upgrade-archive.ts';
import type { Store } from '../../store/store.ts';

let folder = '';
let stores: Store[] = [];
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-trajectories-'));
});
afterEach(async () => {
  await Promise.all(stores.map((store) => store.close()));
  stores = [];
  await rm(folder, { recursive: true });
});

const openArchive = (name: string): Store => {
  const store = openStore(path.join(folder, name), { migrationsFolder: path.resolve('db/migrations') });
  stores.push(store);
  return store;
};

const take = async (store: Store, name: string, content: string | Buffer) => {
  const file = path.join(folder, name);
  await writeFile(file, content);
  const { signal } = new AbortController();
  return importFile({ store, now: () => 0 }, { file, path: file, synthetic: false, signal, onProgress: () => undefined });
};

const dump = readFixture('weakincentives/renders.jsonl').toString('utf8');
const lines = dump.trim().split('\n');
const all = { cursor: null, limit: 10 };
const listAll = async (store: Store) => (await store.listTrajectories({ isRefused: false }, all)).items;
const listRefused = async (store: Store) => (await store.listTrajectories({ isRefused: true }, all)).items;

const tables = (name: string) => {
  const { snapshots, snapshot_figures, trajectories } = dumpTables(path.join(folder, name));
  return { snapshots, snapshot_figures, trajectories };
};

it('keeps the order of a file, in which history that was rewritten shows', async () => {
  const store = openArchive('order.db');
  await take(store, 'dump.jsonl', [lines[0], lines[2], lines[1]].join('\n'));
  expect(await listAll(store)).toEqual([]);
  const [one] = await listRefused(store);
  expect(one).toMatchObject({ snapshots: 3, firstAtMs: Date.parse('2026-02-03T10:00:00.500Z') });
  expect(one?.flaw).toMatch(/^snapshot 3 does not go on from the one before it: .*tool calls/u);
  const { snapshots = [] } = (await store.readSnapshots(one?.sessionId ?? '')) ?? {};
  expect(snapshots.map(({ line }) => line)).toEqual([1, 2, 3]);
});

it('merges several files by time', async () => {
  const [again, apart] = [openArchive('again.db'), openArchive('apart.db')];
  await take(again, 'dump.jsonl', dump);
  await take(again, 'middle.jsonl', lines[1] ?? '');
  await take(apart, 'ends.jsonl', [lines[0], lines[2]].join('\n'));
  await take(apart, 'middle.jsonl', lines[1] ?? '');
  expect(await listAll(again)).toMatchObject([{ snapshots: 3, flaw: null }]);
  expect(await listAll(apart)).toMatchObject([{ snapshots: 3, flaw: null }]);
});

it('computes anew what was stored wrong, where it is asked to', async () => {
  const store = openArchive('wrong.db');
  const { sourceId } = await take(store, 'dump.jsonl', dump);
  const before = tables('wrong.db');
  const db = new Database(path.join(folder, 'wrong.db'));
  db.exec(
    `UPDATE trajectories SET snapshots = 77; UPDATE snapshot_figures SET prompt_version = 9, figures = json_set(figures, '$.grows', 0)`,
  );
  db.close();
  await store.unsettleTrajectoriesOf([sourceId ?? '']);
  await settleTrajectories(store, { isAnew: true });
  expect(tables('wrong.db')).toEqual(before);
});

it('makes one trajectory of the renders of a session, whatever is imported in which order', async () => {
  const [whole, pieces] = [openArchive('whole.db'), openArchive('pieces.db')];
  await take(whole, 'dump.jsonl', dump);
  const [one, ...others] = await listAll(whole);
  expect(others).toEqual([]);
  expect(one).toMatchObject({
    descriptor: { ns: 'demo', key: 'review', tag: 'latest' },
    ...{ part: 0, title: 'Review: Check the parser', snapshots: 3, promptVersions: 2, flaw: null, isSplit: false },
    ...{ bytes: dump.length - 3, firstAtMs: Date.parse('2026-02-03T10:00:00.500Z') },
  });
  expect((await whole.listDescriptors(all)).items).toMatchObject([
    { descriptor: one?.descriptor, trajectories: 1, refused: 0, snapshots: 3 },
  ]);
  const { snapshots = [] } = (await whole.readSnapshots(one?.sessionId ?? '')) ?? {};
  expect(snapshots.map(({ figures }) => figures?.changes.prompt)).toEqual([[], ['section rules changed'], []]);
  expect(snapshots.map(({ figures }) => figures?.changes.events.tool.added)).toEqual([0, 2, 1]);

  for (const [index, line] of lines.toReversed().entries()) await take(pieces, `${String(index)}.json`, line);
  await take(pieces, 'dump.jsonl', dump);
  expect(tables('pieces.db')).toEqual(tables('whole.db'));
});

it('leaves out a snapshot that another line of its file holds otherwise', async () => {
  const store = openArchive('a.db');
  const changed = lines[1]?.replace('"fix"', '"fixed"') ?? '';
  const taken = await take(store, 'twice.jsonl', `${lines[0] ?? ''}\n${lines[1] ?? ''}\n${changed}\n`);
  expect(taken).toMatchObject({ status: 'imported', issues: [{ line: 3, code: 'snapshot_changed' }] });
  expect(await listAll(store)).toMatchObject([{ snapshots: 2 }]);
});

it('takes state without events for a part of the trajectory, and no state at all for a reset, at which it can be split', async () => {
  const store = openArchive('a.db');
  const toLine = (text: string, second: number, edit: (slices: { slice_type: string }[]) => { slice_type: string }[]): string => {
    const snapshot = JSON.parse(text) as { slices: { slice_type: string }[] };
    return JSON.stringify({ ...snapshot, created_at: `2026-02-03T10:05:0${second}+00:00`, slices: edit(snapshot.slices) });
  };
  const last = lines.at(-1) ?? '';
  const stateOnly = toLine(last, 1, (slices) => slices.filter(({ slice_type: type }) => !type.includes('events')));
  await take(store, 'dump.jsonl', `${dump.trim()}\n${stateOnly}\n`);
  expect(await listAll(store)).toMatchObject([{ snapshots: 4, flaw: null, promptVersions: 2 }]);

  const grown = await take(store, 'more.jsonl', `${toLine(last, 2, () => [])}\n${toLine(lines[0] ?? '', 3, (slices) => slices)}\n`);
  expect(grown.issues).toMatchObject([{ line: null, code: 'no_trajectory' }]);
  expect(await listAll(store)).toEqual([]);
  const [refused] = await listRefused(store);
  expect(refused).toMatchObject({ snapshots: 6, flaw: expect.stringMatching(/^the session was reset before snapshot 5: /u) as unknown });
  const before = tables('a.db');

  expect(await store.splitTrajectory(refused?.sessionId ?? '', true)).toBe(true);
  await settleTrajectories(store);
  const parts = await listAll(store);
  expect(parts.map(({ id, snapshots, isSplit }) => [id.split('.')[1], snapshots, isSplit])).toEqual([
    ['1', 2, true],
    [undefined, 4, true],
  ]);
  await store.splitTrajectory(refused?.sessionId ?? '', false);
  await settleTrajectories(store);
  expect(tables('a.db')).toEqual(before);
  expect(await store.deleteSessions([refused?.sessionId ?? ''], 0)).toBe(1);
  expect(Object.values(tables('a.db')).flat()).toEqual([]);
});

it('takes a given descriptor where snapshots say none', async () => {
  const store = openArchive('a.db');
  const plain = '{"version": "1", "created_at": "2026-01-01", "slices": [{"slice_type": "a:B", "item_type": "a:B", "items": [{}]}]}';
  const { sourceId } = await take(store, 'plain.json', plain);
  expect(await listAll(store)).toMatchObject([{ descriptor: null, snapshots: 1 }]);
  expect((await store.listTrajectories({ descriptor: null, isRefused: false }, all)).total).toBe(1);

  await store.putGivenDescriptor(sourceId ?? '', { ns: 'n', key: 'k', tag: 'b' });
  await settleTrajectories(store);
  expect((await store.listTrajectories({ descriptor: { ns: 'n', key: 'k', tag: 'b' }, isRefused: false }, all)).items).toMatchObject([
    { descriptor: { ns: 'n', key: 'k', tag: 'b' } },
  ]);
});

it.each([
  ['cannot be parsed', `SET figures = '{"history": 5}'`],
  ['are of another version', `SET settled_on = '0' || substr(settled_on, 2), figures = replace(figures, 'section rules', 'part rules')`],
  ['were stored while a line could not be read', `SET figures = json_set(figures, '$.history', null, '$.flaw', 'unreadable')`],
])('computes figures anew that %s', async (_, change) => {
  const store = openArchive('a.db');
  await take(store, 'dump.jsonl', dump);
  const before = tables('a.db');
  const db = new Database(path.join(folder, 'a.db'));
  db.exec(
    `UPDATE snapshot_figures ${change}; UPDATE snapshot_sessions SET settled = settled - (SELECT settled_on NOT LIKE '0%' FROM snapshot_figures)`,
  );
  db.close();
  await recoverArchive(store);
  expect(tables('a.db')).toEqual(before);
});

it('makes trajectories of what an older version imported, whether its file is still there or not', async () => {
  const store = openArchive('a.db');
  await take(store, 'dump.jsonl', dump);
  const before = tables('a.db');
  const forget = () => {
    const db = new Database(path.join(folder, 'a.db'));
    db.pragma('foreign_keys = ON');
    db.exec('DELETE FROM trajectories; DELETE FROM snapshots; DELETE FROM snapshot_sessions; UPDATE sources SET format_version = 1');
    db.close();
  };
  for (const isGone of [false, true]) {
    forget();
    if (isGone) await rm(path.join(folder, 'dump.jsonl'));
    const run = await upgradeArchive({ store, now: () => 0 }, { signal: new AbortController().signal });
    expect(run).toMatchObject({ done: 1, kept: 0 });
    expect(tables('a.db')).toEqual(before);
  }
});
