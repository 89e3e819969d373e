import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../db/open-database.ts';
import { makeDump } from '../../store/make-dump.ts';
import { makeSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import type { Store } from '../../store/store.ts';
import { importFile } from './import-file.ts';

const thread = '019f0000-0000-7000-8000-00000000000e';
const toText = (lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

const usage = (input: number, output: number) => ({ input_tokens: input, cached_input_tokens: 0, output_tokens: output });

/** One run of the thread, printed: all runs number their items from 0. */
const printRun = (command: string, exitCode: number, total: object) => [
  { type: 'thread.started', thread_id: thread },
  { type: 'turn.started' },
  { type: 'item.started', item: { id: 'item_0', type: 'command_execution', command, status: 'in_progress' } },
  { type: 'item.completed', item: { id: 'item_0', type: 'command_execution', command, aggregated_output: 'out', exit_code: exitCode } },
  { type: 'item.completed', item: { id: 'item_1', type: 'agent_message', text: `Ran ${command}` } },
  { type: 'turn.completed', usage: total },
];

const timed = (lines: readonly object[]) =>
  lines.map((line, index) => ({ timestamp: new Date(Date.UTC(2026, 6, 1) + index * 1000).toISOString(), ...line }));
const item = (payload: object) => ({ type: 'response_item', payload });
const recordRun = (command: string, exitCode: number, used: object) => [
  { type: 'event_msg', payload: { type: 'user_message', message: `Please run ${command}` } },
  item({ type: 'function_call', name: 'exec_command', arguments: JSON.stringify({ cmd: command }), call_id: command }),
  item({ type: 'function_call_output', call_id: command, output: `Process exited with code ${exitCode}\nOutput:\nout` }),
  { type: 'token_usage_record', payload: { usage: used } },
  item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: `Ran ${command}` }] }),
];

const files: Record<string, string> = {
  'first.jsonl': toText(printRun('make a', 0, usage(100, 10))),
  'second.jsonl': toText(printRun('make b', 2, usage(250, 25))),
  [`rollout-2026-07-01T00-00-00-${thread}.jsonl`]: toText(
    timed([
      { type: 'session_meta', payload: { id: thread, cwd: '/repo' } },
      ...recordRun('make a', 0, usage(100, 10)),
      ...recordRun('make b', 2, usage(150, 15)),
    ]),
  ),
};
const [first = '', second = '', rollout = ''] = Object.keys(files);

describe('output of codex exec --json', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-exec-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const importInto = async (store: Store, name: string, text = files[name] ?? '') => {
    const file = path.join(folder, name);
    await writeFile(file, text);
    const input = { file, path: file, synthetic: false, signal: new AbortController().signal, onProgress: () => undefined };
    return importFile({ store, now: () => 0 }, input);
  };
  const inStore = async <Answer>(use: (store: Store) => Promise<Answer>): Promise<Answer> => {
    const store = makeSqliteStore(openDatabase({ file: ':memory:', migrationsFolder: path.resolve('db/migrations') }));
    try {
      return await use(store);
    } finally {
      await store.close();
    }
  };
  const listSessions = async (store: Store) =>
    (await store.listSessions({ includeChildren: true }, 'started', false, { cursor: null, limit: 10 })).items;

  it.each([[[first, second]], [[second, first]]])('keeps the runs of a thread apart and takes its largest total: %j', (order) =>
    inStore(async (store) => {
      for (const name of order) await importInto(store, name);
      const [session, ...others] = await listSessions(store);
      expect(others).toEqual([]);
      expect(session).toMatchObject({ nativeId: thread, toolCalls: 2, toolErrors: 1, tokens: { input: 250, output: 25 }, costUsd: null });
      const calls = await store.listToolCalls(session?.id ?? '', 1, 10, 1_000);
      expect(calls.map(({ params, exitCode }) => [params, exitCode]).toSorted()).toEqual([
        ['{"command":"make a"}', 0],
        ['{"command":"make b"}', 2],
      ]);
      const texts = (await store.listRecords(session?.id ?? '', 0, 100, 100)).map(({ text }) => text).filter((text) => text !== '');
      expect([['out', 'Ran make a', 'out', 'Ran make b'].join(), ['out', 'Ran make b', 'out', 'Ran make a'].join()]).toContain(
        texts.join(),
      );
    }),
  );

  const orders = [
    [rollout],
    [rollout, first, second],
    [first, second, rollout],
    [first, rollout, second],
    [second, rollout, first],
    [second, first, rollout, first],
  ];
  it.each(orders.map((order) => [order]))('counts nothing beside the rollout of its thread: %j', (order) =>
    inStore(async (store) => {
      for (const name of order) await importInto(store, name);
      const [session, ...others] = await listSessions(store);
      expect(others).toEqual([]);
      expect(session).toMatchObject({ format: 'codex', turns: 2, records: 11, toolCalls: 2, toolErrors: 1 });
      expect(session).toMatchObject({ title: 'Please run make a', tokens: { input: 250, output: 25 } });
      const calls = await store.listToolCalls(session?.id ?? '', 1, 10, 1_000);
      expect(calls.map(({ callIndex, nativeCallId, outcome }) => [callIndex, nativeCallId, outcome])).toEqual([
        [1, 'make a', 'ok'],
        [2, 'make b', 'error'],
      ]);
    }),
  );

  it('counts nothing of what it prints after the rollout was imported', async () => {
    const text = files[second] ?? '';
    const whole = await inStore(async (store) => {
      for (const name of [second, rollout]) await importInto(store, name);
      return makeDump(store);
    });
    const grown = await inStore(async (store) => {
      await importInto(store, second, text.slice(0, text.indexOf('\n', 200) + 1));
      await importInto(store, rollout);
      await importInto(store, second, text);
      return makeDump(store);
    });
    expect(grown).toEqual(whole);
  });

  it('is not the session of another thread', () =>
    inStore(async (store) => {
      await importInto(store, rollout);
      await importInto(store, 'other.jsonl', (files[first] ?? '').replaceAll(thread, '019f0000-0000-7000-8000-00000000000f'));
      expect((await listSessions(store)).map(({ toolCalls }) => toolCalls).toSorted()).toEqual([1, 2]);
    }));
});
