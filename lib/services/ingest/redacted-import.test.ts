import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dumpTables } from '../../../db/dump-tables.ts';
import { openStore } from '../../../db/open-store.ts';
import { liveCalls } from '../../domain/live-call.ts';
import { sourceIdOf } from '../../session/ids.ts';
import { decompress } from '../../store/compress.ts';
import type { Store } from '../../store/store.ts';
import { makeLiveService } from '../live/live-service.ts';
import { makeDefaultObservers } from '../observe/default-observers.ts';
import { importFile } from './import-file.ts';
import { redecodeSource } from './redecode-source.ts';

const key = ['sk', 'ant', 'api03', 'Zk3vQ9tLr2Wm8XyBn5Pd7HsJ'].join('-');
const part = key.slice(14);

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'observatory-redacted-'));
  store = openStore(path.join(folder, 'archive.db'), { migrationsFolder: path.resolve('db/migrations') });
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const deps = () => ({ store, now: () => 0, redacts: () => true });
const importOne = (file: string) =>
  importFile(deps(), { file, path: file, synthetic: false, signal: new AbortController().signal, onProgress: () => undefined });

/** Whether a part of the key is in a file of the archive, or in lines that it keeps compressed. */
const isStored = async (source: string): Promise<boolean> => {
  const files = (await readdir(folder)).filter((name) => name.startsWith('archive.db'));
  expect(files).toContain('archive.db-wal');
  const bytes = await Promise.all(files.map((name) => readFile(path.join(folder, name))));
  const chunks = await store.listRawChunks(source);
  const raw = await Promise.all(chunks.map((one) => store.readRawChunk(one.sessionId, source, one.firstOffset)));
  expect(raw.length).toBeGreaterThan(0);
  return [...bytes, ...raw.flatMap((one) => (one ? decompress(one.data) : []))].some((one) => one.includes(part));
};

let lines = 0;
const toLine = (type: 'user' | 'assistant', content: unknown, named = true): string => {
  lines += 1;
  const timestamp = new Date(Date.UTC(2026, 0, 5, 10, 0, lines)).toISOString();
  const message = { role: type, content, ...(type === 'assistant' && { id: `m${lines}`, model: 'claude-opus-4-8' }) };
  return `${JSON.stringify({ type, sessionId: 'leaky', ...(named && { uuid: `line-${lines}` }), timestamp, cwd: '/tmp/p', version: '2.1.330', message })}\n`;
};
const toCall = (id: string) => [
  toLine('assistant', [{ type: 'tool_use', id, name: 'Bash', input: { command: `curl -H "x-api-key: ${key}" x`, env: { API_KEY: key } } }]),
  toLine('user', [{ type: 'tool_result', tool_use_id: id, is_error: true, content: `401\nAPI_KEY=${key}\n` }]),
];

it('stores nothing of a key, reads growing files on, and decodes the same again with the file and without', async () => {
  const file = path.join(folder, 'leaky.jsonl');
  await writeFile(file, [toLine('user', `Use ${key} for it`), ...toCall('toolu_1'), `{"broken": "${key}\n`].join(''));
  expect(await importOne(file)).toMatchObject({ status: 'partial', newRecords: 3 });
  await appendFile(file, [...toCall('toolu_2'), toLine('user', `Without an id: ${key}`, false)].join(''));
  const result = await importOne(file);
  expect(result).toMatchObject({ newRecords: 3, toolCalls: 2 });
  const source = sourceIdOf(file);
  expect(await isStored(source)).toBe(false);
  const sessionId = result.sessions[0]?.id ?? '';
  expect(await store.findSession(sessionId)).toMatchObject({ title: 'Use [redacted: anthropic-key] for it' });
  const [call] = await store.listToolCalls(sessionId, 1, 1, 10_000);
  expect(JSON.parse(call?.params ?? '')).toEqual({
    command: 'curl -H "x-api-key: [redacted: anthropic-key]" x',
    env: { API_KEY: '[redacted: secret-value]' },
  });
  const records = async () => (await store.listRecords(sessionId, 0, 100, 10_000)).map(({ id, text, seq }) => [id, seq, text]);
  const before = await records();
  expect(before).toHaveLength(6);
  const raw = await store.readRaw(sessionId, String(before[5]?.[0]));
  expect(raw?.raw).toContain('Without an id: [redacted: anthropic-key]');

  const again = () => redecodeSource(deps(), { id: source }, { signal: new AbortController().signal });
  expect(await again()).toMatchObject({ isDone: true });
  expect(await records()).toEqual(before);
  await rm(file);
  expect(await again()).toMatchObject({ isDone: true });
  expect(await records()).toEqual(before);
  expect(await isStored(source)).toBe(false);
});

it('stores nothing of a key in a document', async () => {
  const file = path.join(folder, 'leaky.json');
  const steps = [{ step_id: 1, source: 'user', message: `Use ${key}` }];
  await writeFile(
    file,
    JSON.stringify({ schema_version: 'ATIF-v1.6', session_id: 'd', agent: { name: 'A', version: '1', model_name: 'm' }, steps }),
  );
  expect(await importOne(file)).toMatchObject({ status: 'imported' });
  expect(await isStored(sourceIdOf(file))).toBe(false);
});

it('stores nothing of a key in live calls', async () => {
  const loadFeedback = () => ({ set: makeDefaultObservers(), writeFile: false, redacts: true });
  const live = makeLiveService({ store, loadFeedback, now: () => 1, warn: () => undefined });
  const calls = [{ name: 'Bash', input: { command: `deploy --token ${key}` }, result: { API_KEY: key }, outcome: 'error' }];
  const { sessionId } = await live.record('my-agent:run', liveCalls.parse({ prompt: `Use ${key}`, calls }));
  await live.close();
  const [call] = await store.listToolCalls(sessionId, 1, 1, 10_000);
  expect(call?.params).toContain('[redacted: anthropic-key]');
  expect(JSON.stringify(dumpTables(path.join(folder, 'archive.db')))).not.toContain(part);
});
