import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import { dumpTables } from '../../../db/dump-tables.ts';
import { readFixture } from '../../formats/__fixtures__/reduce-bytes.ts';
import type { Store } from '../../store/store.ts';
import { importFile } from '../ingest/import-file.ts';
import { redecodeSource } from '../ingest/redecode-source.ts';

const samples = process.env.OBSERVATORY_SAMPLES;

let folder = '';
let store: Store;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-contradictions-'));
  store = openStore(path.join(folder, 'a.db'), { migrationsFolder: path.resolve('db/migrations') });
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const { signal } = new AbortController();
const take = async (name: string, content: string, options: { redacts?: boolean; signal?: AbortSignal } = {}) => {
  const file = path.join(folder, name);
  await writeFile(file, content);
  const input = { file, path: file, synthetic: false, signal: options.signal ?? signal, onProgress: () => undefined };
  return importFile({ store, now: () => 0, redacts: () => options.redacts ?? false }, input);
};
const toDump = (...some: readonly (string | undefined)[]): string => `${some.join('\n')}\n`;

const lines = readFixture('weakincentives/renders.jsonl').toString('utf8').trim().split('\n');
const [first = '', second = '', third = ''] = lines;
const withoutCalls = (text: string): string => {
  const snapshot = JSON.parse(text) as { slices: { slice_type: string }[] };
  const slices = snapshot.slices.filter(({ slice_type: type }) => !type.endsWith(':ToolInvoked'));
  return JSON.stringify({ ...snapshot, created_at: '2026-02-03T10:00:59+00:00', slices });
};
const changed = second.replace('"fix"', '"fixed"');

const read = () => dumpTables(path.join(folder, 'a.db'));
const listAll = async (isRefused = false) => (await store.listTrajectories({ isRefused }, { cursor: null, limit: 10 })).items;

const contradictions: readonly [name: string, content: string, line: number, reason: string][] = [
  ['changes a snapshot', toDump(first, changed), 2, 'line 2 of DUMP is another snapshot of the same time'],
  [
    'has them in another order',
    toDump(second, first, third),
    2,
    'it comes after line 1 here, and before it where they are stored (line 1 of DUMP, line 2 of DUMP)',
  ],
  [
    'adds one that does not go on from them',
    toDump(third, withoutCalls(third)),
    2,
    'it does not continue line 3 of DUMP: it lacks events that line 3 of DUMP has, or has them in another order',
  ],
];

it.each(contradictions)('refuses a file whole that %s', async (_, content, line, reason) => {
  const dump = await take('dump.jsonl', toDump(...lines));
  const before = read();
  const refused = await take('other.jsonl', content);
  expect(refused).toMatchObject({ status: 'refused', sourceId: null, issues: [{ line, code: 'contradicts_stored' }] });
  expect(refused.issues[0]?.message).toContain(`: ${reason.replaceAll('DUMP', dump.path)}. Snapshots are append-only`);
  expect(read()).toEqual(before);
  expect(await listAll()).toMatchObject([{ snapshots: 3, flaw: null }]);
});

it('reads a good one that does not fit between those that are stored: all of them are no trajectory then', async () => {
  await take('ends.jsonl', toDump(first, third));
  const other = second.replaceAll('"event_id": "', '"event_id": "x');
  expect(await take('middle.jsonl', other)).toMatchObject({ status: 'imported', issues: [{ code: 'no_trajectory' }] });
  expect(await listAll(true)).toMatchObject([{ snapshots: 3, flaw: expect.anything() as unknown }]);
});

describe('a dump that grew', () => {
  const other = first.replaceAll('11111111', '22222222');
  const grown: readonly [name: string, content: string, code: string][] = [
    ['events that are missing', toDump(...lines, withoutCalls(third), other), 'no_trajectory'],
    ['another snapshot of a time', toDump(...lines, third.replace('"fix"', '"fixed"'), other), 'snapshot_changed'],
  ];

  it.each(grown)('gives the same with %s as one that is read at once, and goes on', async (_, content, code) => {
    await take('dump.jsonl', toDump(...lines));
    expect(await take('dump.jsonl', content)).toMatchObject({ status: 'imported', sessionCount: 2, issues: [{ code }] });
    const inParts = [await listAll(), await listAll(true)];
    expect(await take('dump.jsonl', toDump(content.trimEnd(), other.replaceAll('22222222', '33333333')))).toMatchObject({
      sessionCount: 3,
    });
    await store.close();
    await rm(path.join(folder, 'a.db'));
    store = openStore(path.join(folder, 'a.db'), { migrationsFolder: path.resolve('db/migrations') });
    expect(await take('dump.jsonl', content)).toMatchObject({ status: 'imported', sessionCount: 2, issues: [{ code }] });
    expect([await listAll(), await listAll(true)]).toEqual(inParts);
  });
});

it('leaves out the second of two snapshots of one time, also beside stored ones', async () => {
  await take('dump.jsonl', toDump(first));
  const fewer = withoutCalls(second).replace('2026-02-03T10:00:59+00:00', (JSON.parse(second) as { created_at: string }).created_at);
  const taken = await take('twice.jsonl', toDump(first, second, fewer));
  expect(taken).toMatchObject({ status: 'imported', issues: [{ line: 3, code: 'snapshot_changed' }] });
});

it('finds the same snapshot without the secrets that are stored in it', async () => {
  const key = ['sk', 'ant', 'api03', 'Zk3vQ9tLr2Wm8XyBn5Pd7HsJ'].join('-');
  const leaky = first.replace('"Check the parser"', JSON.stringify(key));
  expect(leaky).toContain(key);
  await take('dump.jsonl', toDump(leaky));
  const text = JSON.stringify(JSON.parse(leaky), null, 2);
  expect(await take('one.json', text, { redacts: true })).toMatchObject({ status: 'imported', issues: [] });
});

it('stops comparing when the import is canceled', async () => {
  await take('dump.jsonl', toDump(first));
  for (const [name, content] of [
    ['other.jsonl', toDump(...lines)],
    ['one.json', JSON.stringify(JSON.parse(changed), null, 2)],
  ] as const)
    expect(await take(name, content, { signal: AbortSignal.abort() })).toMatchObject({ status: 'cancelled', sourceId: null });
});

it('takes the same snapshots again, over several lines, too, and part of them, and leaves them where they are', async () => {
  await take('dump.jsonl', toDump(...lines));
  const { snapshots: before } = read();
  expect(await take('dump.jsonl', toDump(...lines))).toMatchObject({ status: 'unchanged', issues: [] });
  const part = await take('part.jsonl', toDump(second, third));
  expect(part).toMatchObject({ status: 'imported', issues: [] });
  expect(await take('one.json', JSON.stringify(JSON.parse(second), null, 2))).toMatchObject({ status: 'imported', issues: [] });
  expect(read().snapshots).toEqual(before);
  await redecodeSource({ store, now: () => 0 }, { id: part.sourceId ?? '' }, { signal });
  const [one] = await listAll();
  const stored = await store.readSnapshots(one?.sessionId ?? '');
  expect(stored?.snapshots.map(({ line }) => line)).toEqual([1, 2, 3]);
});

it('takes a trajectory over from a file in which it was none, whichever is read first', async () => {
  expect(await take('wrong.jsonl', toDump(second, first))).toMatchObject({ status: 'imported', issues: [{ code: 'no_trajectory' }] });
  expect(await listAll()).toEqual([]);
  expect(await take('dump.jsonl', toDump(...lines))).toMatchObject({ status: 'imported', issues: [] });
  expect(await listAll()).toMatchObject([{ snapshots: 3, flaw: null }]);
  expect(await take('again.jsonl', toDump(first, third, second))).toMatchObject({ status: 'refused' });
});

it('takes a session that was reset later', async () => {
  await take('dump.jsonl', toDump(...lines));
  const fresh = first.replaceAll('"event_id": "', '"event_id": "x').replaceAll('2026-02-03T10:00:00.5', '2026-02-03T11:00:00.5');
  expect(await take('later.jsonl', fresh)).toMatchObject({ status: 'imported', issues: [{ code: 'no_trajectory' }] });
  expect((await listAll(true))[0]?.flaw).toMatch(/^the session was reset before snapshot 4/u);
});

describe.skipIf(!samples)('with the weakincentives samples', () => {
  const readSample = (name: string): Promise<string> => readFile(path.join(samples ?? '', 'weakincentives/head', name), 'utf8');

  it('keeps the renders, and refuses the file that rewrites their history', async () => {
    await take('renders.jsonl', await readSample('renders.jsonl'));
    const refused = await take('rewritten.jsonl', await readSample('composed/history-rewritten.jsonl'));
    expect(refused).toMatchObject({ status: 'refused', issues: [{ line: 3, code: 'contradicts_stored' }] });
    expect(refused.issues[0]?.message).toMatch(/\(line 4 of \S+renders\.jsonl, line 6 of \S+renders\.jsonl\)/u);
    expect(await listAll()).toMatchObject([{ snapshots: 10, flaw: null }]);
  });

  it('makes a trajectory of the renders after that file', async () => {
    expect(await take('rewritten.jsonl', await readSample('composed/history-rewritten.jsonl'))).toMatchObject({ status: 'imported' });
    expect(await take('renders.jsonl', await readSample('renders.jsonl'))).toMatchObject({ status: 'imported', issues: [] });
    expect(await listAll()).toMatchObject([{ snapshots: 10, flaw: null }]);
    expect(await take('state.jsonl', await readSample('renders-state-only.jsonl'))).toMatchObject({ status: 'imported', issues: [] });
    expect(await listAll()).toMatchObject([{ snapshots: 20, flaw: null }]);
  });
});
