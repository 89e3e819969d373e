import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dumpTables } from '../../../db/dump-tables.ts';
import { openStore } from '../../../db/open-store.ts';
import { liveCalls } from '../../domain/live-call.ts';
import { sessionIdOf, sourceIdOf } from '../../session/ids.ts';
import type { Store } from '../../store/store.ts';
import { toHookPayload } from '../hook/hook-event.ts';
import { runHook } from '../hook/run-hook.ts';
import { makeLiveService } from '../live/live-service.ts';
import { makeDefaultObservers } from '../observe/default-observers.ts';
import { openWriter } from './__fixtures__/write-oats-store.ts';
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
  return [...bytes, ...raw.flatMap((one) => (one ? one.bytes : []))].some((one) => one.includes(part));
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

it('stores nothing of a key in the rows of a database', async () => {
  const file = path.join(folder, 'agent.db');
  const writer = openWriter(file);
  writer.addTurn(0);
  writer.db.prepare(`UPDATE trajectories SET content = content || ?`).run(`\nAPI_KEY=${key}`);
  writer.db.close();
  expect(await importOne(file)).toMatchObject({ status: 'imported', toolCalls: 1 });
  expect(await isStored(sourceIdOf(file))).toBe(false);
});

it('keeps attachments as they are beside a key', async () => {
  const file = path.join(folder, 'image.jsonl');
  const data = Buffer.from(Array.from({ length: 3_000 }, (_, at) => (at * at * 7 + at) % 251)).toString('base64');
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
  await writeFile(file, toLine('user', [{ type: 'text', text: `Use ${key}` }, image]));
  const { sessions } = await importOne(file);
  const [record] = await store.listRecords(sessions[0]?.id ?? '', 0, 10, 10_000);
  expect(record?.attachments).toEqual([{ mediaType: 'image/png', bytes: 3_000 }]);
  expect((await store.readRaw(sessions[0]?.id ?? '', record?.id ?? ''))?.raw).toContain(data);
  expect(await isStored(sourceIdOf(file))).toBe(false);
});

it('stores nothing of a key in the events of a hook, with a transcript and without', async () => {
  const loadFeedback = () => ({ set: makeDefaultObservers(), writeFile: false, redacts: true });
  const transcript = path.join(folder, 'hooked.jsonl');
  await writeFile(transcript, toLine('user', `Use ${key}`).replaceAll('leaky', 'hooked'));
  const run = async (id: string, more: object) => {
    const call = { tool_name: 'Bash', tool_use_id: id, tool_input: { command: `deploy --token ${key}` }, tool_response: { stdout: key } };
    const payload = toHookPayload({ hook_event_name: 'PostToolUse', session_id: 'hooked', cwd: folder, ...call, ...more });
    if (!payload) throw new Error('PostToolUse is an event');
    await runHook({ store, loadFeedback, now: () => 1, warn: () => undefined }, payload, new AbortController().signal);
  };
  await run('toolu_1', { transcript_path: transcript });
  await run('toolu_2', {});
  expect(await store.countToolCalls(sessionIdOf('claude-code', 'hooked'))).toBe(2);
  expect(await isStored(sourceIdOf(transcript))).toBe(false);
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
