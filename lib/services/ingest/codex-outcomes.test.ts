import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import { makeDump } from '../../store/make-dump.ts';
import { sessionIdOf } from '../../session/ids.ts';
import type { Store } from '../../store/store.ts';
import { assessSession } from '../observe/assess-session.ts';
import { makeDefaultObservers } from '../observe/default-observers.ts';
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

const running = (id: string, session: number) =>
  output(id, `Chunk ID: ab12cd\nWall time: 1.0 seconds\nProcess running with session ID ${session}\nOutput:\n`);
const exited = (id: string, exitCode: number) =>
  output(id, `Wall time: 0.1 seconds\nProcess exited with code ${exitCode}\nOutput:\nassertion failed in ${id}`);
const wait = (id: string, session: number) =>
  item('function_call', { name: 'write_stdin', arguments: `{"session_id":${session},"chars":""}`, call_id: id });
const aborted = (id: string) => output(id, 'Wall time: 6.5 seconds\naborted by user');

const processes = [
  ...start,
  // Polled when the event comes; before it; never told by an event; polled twice.
  ...[call('a'), running('a', 1), wait('a1', 1), ended('a', 1), exited('a1', 1)],
  ...[call('b'), running('b', 2), wait('b1', 2), exited('b1', 2), ended('b', 2)],
  ...[call('c'), running('c', 3), wait('c1', 3), exited('c1', 3)],
  ...[call('d'), running('d', 4), wait('d1', 4), running('d1', 4), wait('d2', 4), exited('d2', 4)],
  // The event comes while nobody polls.
  ...[call('e'), running('e', 5), ended('e', 5), wait('e1', 5), exited('e1', 5)],
  // Processes that succeed, with and without an event.
  ...[call('f'), running('f', 6), wait('f1', 6), ended('f', 0), exited('f1', 0)],
  ...[call('g'), running('g', 7), wait('g1', 7), exited('g1', 0)],
  // A poll that fails by itself.
  ...[call('h'), running('h', 8), wait('h1', 8), output('h1', 'write_stdin failed: Unknown process id 8')],
  ...[call('i'), aborted('i'), ended('i', 0), call('j'), ended('j', 0), aborted('j')],
];

const importInto = async (store: Store, file: string) => {
  const signal = new AbortController().signal;
  await importFile({ store, now: () => 0 }, { file, path: file, synthetic: false, signal, onProgress: () => undefined });
};

const openTestStore = () => openStore(':memory:', { migrationsFolder });

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

  const readGrown = async (steps: readonly number[], lines: readonly object[] = values) => {
    const store = openTestStore();
    const file = path.join(folder, 'rollout.jsonl');
    for (const length of steps) {
      await writeFile(file, toText(lines.slice(0, length)));
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

  it('is why a command failed whose own output ended before', async () => {
    const printed = (id: string) =>
      event('exec_command_end', id, { exit_code: 1, aggregated_output: `Error: no ${id}`, duration: { secs: 2, nanos: 0 } });
    const lines = [...start, call('late'), running('late', 1), printed('late'), call('soon'), printed('soon'), output('soon', 'gone')];
    const store = await readGrown([lines.length], lines);
    const calls = await store.listToolCalls(sessionId, 1, 2000, 1024);
    expect(calls.map(({ nativeCallId, outcome, endText }) => [nativeCallId, outcome, endText])).toEqual([
      ['late', 'error', 'Error: no late'],
      ['soon', 'error', null],
    ]);
    await store.close();
  });

  it('is one failure for a process that outlives its call, of the call that shows its end', async () => {
    const store = await readGrown([processes.length], processes);
    const outcomes = Object.fromEntries(
      Object.entries(await listEnds(store)).map(([id, [outcome, exitCode]]) => [id, [outcome, exitCode]]),
    );
    expect(outcomes).toEqual({
      ...{ a: ['unknown', 1], a1: ['error', 1], b: ['unknown', 2], b1: ['error', 2], c: ['unknown', 3], c1: ['error', 3] },
      ...{ d: ['unknown', 4], d1: ['running', null], d2: ['error', 4], e: ['unknown', 5], e1: ['error', 5] },
      ...{ f: ['ok', 0], f1: ['ok', 0], g: ['ok', 0], g1: ['ok', 0], h: ['running', null], h1: ['error', null] },
      ...{ i: ['interrupted', null], j: ['interrupted', null] },
    });
    expect(await store.findSession(sessionId)).toMatchObject({ toolErrors: 6 });
    await store.close();
  });

  it('is the same for processes wherever the growth of a file parts them', async () => {
    const whole = await readGrown([processes.length], processes);
    const expected = await makeDump(whole);
    await whole.close();
    for (let length = 1; length < processes.length; length += 3) {
      const store = await readGrown([length, processes.length], processes);
      expect(await makeDump(store)).toEqual(expected);
      await store.close();
    }
  });

  it('is one failure for observers too', async () => {
    const failed = (id: string) => [call(id), exited(id, 1), ended(id, 1)];
    const polled = [call('c'), running('c', 3), wait('c1', 3), ended('c', 1), exited('c1', 1)];
    const lines = [...start, ...failed('a'), ...failed('b'), ...polled];
    const store = await readGrown([lines.length], lines);
    const assessments = await assessSession(store, makeDefaultObservers(), sessionId);
    const cascade = assessments.filter(({ observer }) => observer === 'error_cascade').at(-1);
    expect(cascade?.findings.map(({ calls }) => calls)).toEqual([[1, 2, 4]]);
    expect(JSON.stringify(cascade)).not.toContain('Process running');
    await store.close();
  });

  it('reaches a call that stands 900 calls before, and makes no second call of it', async () => {
    const others = Array.from({ length: 900 }, (_, index) => [call(`c${String(index)}`), output(`c${String(index)}`, 'x')]).flat();
    const store = openTestStore();
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
