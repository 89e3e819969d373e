import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import { readFixture } from '../../formats/__fixtures__/reduce-bytes.ts';
import type { Store } from '../../store/store.ts';
import { importFile } from './import-file.ts';

let folder = '';
let stores: Store[] = [];
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-snapshots-'));
});
afterEach(async () => {
  await Promise.all(stores.map((store) => store.close()));
  stores = [];
  await rm(folder, { recursive: true });
});

const makeStore = (): Store => {
  const store = openStore(':memory:', { migrationsFolder: path.resolve('db/migrations') });
  stores.push(store);
  return store;
};

const take = async (store: Store, name: string, content: string | Buffer) => {
  const file = path.join(folder, name);
  await writeFile(file, content);
  const { signal } = new AbortController();
  return importFile({ store, now: () => 0 }, { file, path: file, synthetic: false, signal, onProgress: () => undefined });
};

const listAll = async (store: Store) => {
  const { items } = await store.listSessions({ includeChildren: true }, 'started', false, { cursor: null, limit: 10 });
  const lists = await Promise.all(items.map(({ id }) => store.listRecords(id, 0, 1_000, 100_000)));
  const records = lists
    .flat()
    .map(({ id, seq, kind, text, turnIdx, toolCall }) => ({ id, seq, kind, text, turnIdx, outcome: toolCall?.outcome }));
  return { items, records };
};

const dump = readFixture('weakincentives/renders.jsonl');
const lines = dump.toString('utf8').trim().split('\n');

it('makes one session of all renders, whatever is imported of them, and in which order', async () => {
  const [whole, pieces] = [makeStore(), makeStore()];
  expect(await take(whole, 'dump.jsonl', dump)).toMatchObject({
    status: 'imported',
    sessionCount: 1,
    records: 11,
    toolCalls: 3,
    toolErrors: 2,
    issues: [],
  });
  const { items, records } = await listAll(whole);
  expect(items[0]).toMatchObject({ family: 'weakincentives', title: 'Review: Check the parser', turns: 2 });
  expect(items[0]?.tokens).toMatchObject({ input: 800, cacheRead: 1_400, output: 100 });
  expect(records.map(({ kind, turnIdx }) => `${kind} ${String(turnIdx)}`)).toEqual([
    ...['prompt 0', 'meta 0', 'tool_call 0', 'tool_call 0', 'response 0'],
    ...['prompt 1', 'system 1', 'meta 1', 'tool_call 1', 'response 1', 'meta 1'],
  ]);

  for (const [index, line] of lines.toReversed().entries()) await take(pieces, `${String(index)}.json`, line);
  expect((await listAll(pieces)).records).toEqual(records);
  expect(await take(pieces, 'dump.jsonl', dump)).toMatchObject({ status: 'imported', records: 11 });
  expect((await listAll(pieces)).records).toEqual(records);
});

it('continues a dump that grew with what is new', async () => {
  const [store, whole] = [makeStore(), makeStore()];
  await take(store, 'dump.jsonl', `${lines[0] ?? ''}\n`);
  expect(await take(store, 'dump.jsonl', dump)).toMatchObject({ grew: true, newRecords: 9 });
  await take(whole, 'dump.jsonl', dump);
  expect((await listAll(store)).records).toEqual((await listAll(whole)).records);
});

it('nests the sessions of a tree', async () => {
  const store = makeStore();
  await take(store, 'tree.jsonl', readFixture('weakincentives/tree.jsonl'));
  const { items } = await listAll(store);
  const [parent, child] = ['1111', 'aaaa'].map((start) => items.find(({ nativeId }) => nativeId.startsWith(start)));
  expect(child).toMatchObject({ parentId: parent?.id, relation: 'subagent', toolCalls: 2 });
});

it('skips lines that are no snapshots, and refuses a file without any', async () => {
  const store = makeStore();
  const odd = await take(store, 'odd.jsonl', readFixture('weakincentives/odd-lines.jsonl'));
  expect(odd).toMatchObject({ status: 'partial', skippedLines: 2, sessionCount: 2 });
  expect(odd.issues.map(({ line, code }) => [line, code])).toEqual([
    [null, 'no_trajectory'],
    [null, 'no_trajectory'],
    [3, 'bad_snapshot'],
    [4, 'bad_snapshot'],
  ]);
  const none = await take(store, 'none.json', lines[0]?.replace('"version": "1"', '"version": 1') ?? '');
  expect(none).toMatchObject({
    status: 'refused',
    issues: [{ code: 'bad_snapshot', message: expect.stringMatching(/its version is not a text\.$/u) as unknown }],
  });
});

it('takes numbers that only Python writes, and shows the texts of a result in parts', async () => {
  const store = makeStore();
  const call = {
    event_id: 'c',
    name: 'Bash',
    result: { isError: true, content: [{ type: 'text', text: 'boom' }] },
    rendered_output: '{"isError": true}',
  };
  const slice = { slice_type: 'a:ToolInvoked', item_type: 'a:ToolInvoked', items: [call] };
  const prompt = { event_id: 'p', rendered_prompt: '## 1. Task (task)\n\nFix it' };
  const prompts = { slice_type: 'a:PromptRendered', item_type: 'a:PromptRendered', items: [prompt] };
  const line = JSON.stringify({ version: '1', created_at: '2026-01-01', slices: [slice, prompts] });
  const odd = line.replace('"version"', '"score":NaN,"least":-Infinity,"version"');
  expect(await take(store, 'odd.json', odd)).toMatchObject({ status: 'imported', records: 3, toolErrors: 1, issues: [] });
  const { items, records } = await listAll(store);
  expect(records.find(({ kind }) => kind === 'tool_call')?.text).toBe('boom');
  expect((await store.listTurns(items[0]?.id ?? '')).map(({ title }) => title)).toEqual(['Fix it']);
  expect((await store.readRaw(items[0]?.id ?? '', records.at(-1)?.id ?? ''))?.raw).toBe(odd);
});
