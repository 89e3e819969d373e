import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../db/open-database.ts';
import { makeDump } from '../../store/make-dump.ts';
import { makeSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { sessionIdOf } from '../../session/ids.ts';
import type { Store } from '../../store/store.ts';
import { importFile } from './import-file.ts';
import { rederiveSession } from './rederive.ts';

const migrationsFolder = path.resolve(import.meta.dirname, '../../../db/migrations');
const thread = '019f0000-0000-7000-8000-00000000000a';
const sessionId = sessionIdOf('codex', thread);

const item = (type: string, rest: object) => ({ type: 'response_item', payload: { type, ...rest } });
const call = (id: string) => item('function_call', { name: 'exec_command', arguments: `{"cmd":"run ${id}"}`, call_id: id });
const output = (id: string, text: string) => item('function_call_output', { call_id: id, output: text });
const event = (type: string, id: string, rest: object) => ({ type: 'event_msg', payload: { type, call_id: id, ...rest } });
const ended = (id: string, exitCode: number) => event('exec_command_end', id, { exit_code: exitCode, duration: { secs: 2, nanos: 0 } });

const toText = (values: readonly object[]): string =>
  values
    .map((value, index) => `${JSON.stringify({ timestamp: new Date(Date.UTC(2026, 6, 1) + index * 1000).toISOString(), ...value })}\n`)
    .join('');

const start = [
  { type: 'session_meta', payload: { id: thread, cwd: '/repo' } },
  { type: 'event_msg', payload: { type: 'user_message', message: 'Go' } },
];

const values = [
  ...start,
  ...[call('before'), ended('before', 3), output('before', 'gone')],
  ...[call('after'), output('after', 'plain text'), ended('after', 1)],
  ...[call('corrected'), output('corrected', 'Exit code: 1'), ended('corrected', 0)],
  ...[call('rejected'), ended('rejected', 0), output('rejected', 'exec command rejected by user')],
  ...[call('patch'), output('patch', 'Success. Updated the following files:'), event('patch_apply_end', 'patch', { success: false })],
  ...[call('tool'), output('tool', 'x'), event('mcp_tool_call_end', 'tool', { invocation: {}, result: { Err: 'gone' } })],
  ...[call('long'), output('long', 'Process running with session ID 4'), call('cut'), ended('cut', 5), ended('long', 0)],
];

const importInto = async (store: Store, file: string) => {
  const signal = new AbortController().signal;
  await importFile({ store, now: () => 0 }, { file, path: file, synthetic: false, signal, onProgress: () => undefined });
};

const openStore = () => makeSqliteStore(openDatabase({ file: ':memory:', migrationsFolder }));

const listEnds = async (store: Store): Promise<Record<string, readonly unknown[]>> => {
  const calls = await store.listToolCalls(sessionId, 1, 2000, 1024);
  return Object.fromEntries(calls.map((one) => [String(one.nativeCallId), [one.outcome, one.exitCode, one.durationMs] as const]));
};

describe('what a Codex event tells of how a call ended', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'observatory-endings-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const readGrown = async (steps: readonly number[]) => {
    const store = openStore();
    const file = path.join(folder, 'rollout.jsonl');
    for (const length of steps) {
      await writeFile(file, toText(values.slice(0, length)));
      await importInto(store, file);
    }
    return store;
  };

  it('holds over the output, whichever comes first', async () => {
    const store = await readGrown([values.length]);
    expect(await listEnds(store)).toEqual({
      before: ['error', 3, 2000],
      after: ['error', 1, 2000],
      corrected: ['ok', 0, 2000],
      rejected: ['rejected', null, 2000],
      patch: ['error', null, 1000],
      tool: ['error', null, 1000],
      long: ['ok', 0, 2000],
      cut: ['error', 5, 2000],
    });
    const dump = await makeDump(store);
    await rederiveSession(store, sessionId);
    await store.recomputeAggregates([sessionId]);
    expect(await makeDump(store)).toEqual(dump);
    await store.close();
  });

  it('is the same wherever the growth of a file parts them', async () => {
    const whole = await readGrown([values.length]);
    const expected = await makeDump(whole);
    await whole.close();
    for (let length = 1; length < values.length; length++) {
      const store = await readGrown([length, values.length]);
      expect(await makeDump(store)).toEqual(expected);
      await store.close();
    }
  });

  it('reaches a call that stands 900 calls before, and makes no second call of it', async () => {
    const others = Array.from({ length: 900 }, (_, index) => [call(`c${String(index)}`), output(`c${String(index)}`, 'x')]).flat();
    const store = openStore();
    const file = path.join(folder, 'long.jsonl');
    await writeFile(file, toText([...start, call('first'), call('second'), ...others, output('first', 'late'), ended('second', 4)]));
    await importInto(store, file);
    const ends = await listEnds(store);
    expect(Object.keys(ends)).toHaveLength(902);
    expect([ends.first?.[0], ends.second?.[0]]).toEqual(['unknown', 'error']);
    const session = await store.findSession(sessionId);
    expect([session?.toolCalls, session?.toolErrors, session?.completeness.orphanCalls]).toEqual([902, 1, 1]);
    await store.close();
  });
});
