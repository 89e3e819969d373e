import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../db/open-database.ts';
import { sessionIdOf } from '../../session/ids.ts';
import { makeSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import type { Store } from '../../store/store.ts';
import { appendLive } from '../live/append-live.ts';
import { importFile } from './import-file.ts';

const fixture = path.resolve('lib/formats/__fixtures__/claude-code/result-before-call.jsonl');
const nativeId = '5e550006-0000-4000-8000-000000000001';
const sessionId = sessionIdOf('claude-code', nativeId);

/** Name, outcome and duration of each call, by the times of its lines. */
const expected = [
  ['Read', 'ok', 1_000, 'toolu_a'],
  ['Bash', 'ok', 1_000, 'toolu_b'],
  ['Read', 'error', 1_000, 'toolu_c'],
];

let folder = '';
let store: Store;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'observatory-result-first-'));
  store = makeSqliteStore(openDatabase({ file: ':memory:', migrationsFolder: path.resolve('db/migrations') }));
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const importLines = async (lines: readonly string[]): Promise<void> => {
  const file = path.join(folder, `${nativeId}.jsonl`);
  await writeFile(file, `${lines.join('\n')}\n`);
  const signal = new AbortController().signal;
  await importFile({ store, now: () => 0 }, { file, path: file, synthetic: false, signal, onProgress: () => undefined });
};

const readFixtureLines = async () => (await readFile(fixture, 'utf8')).trimEnd().split('\n');

const listCalls = async () => {
  const calls = await store.listToolCalls(sessionId, 1, 10, 100);
  return calls.map(({ name, outcome, durationMs, nativeCallId }) => [name, outcome, durationMs, nativeCallId]);
};

describe('a result that was written before its call', () => {
  it('completes the call, however the file grew', async () => {
    const lines = await readFixtureLines();
    for (let split = 1; split <= lines.length; split += 1) {
      await importLines(lines.slice(0, split));
      await importLines(lines);
      expect(await listCalls()).toEqual(expected);
      expect(await store.findSession(sessionId)).toMatchObject({ toolCalls: 3, toolErrors: 1, completeness: { orphanCalls: 0 } });
      await store.close();
      store = makeSqliteStore(openDatabase({ file: ':memory:', migrationsFolder: path.resolve('db/migrations') }));
    }
  });

  it.each(['running', 'ok'] as const)('completes the call that a hook reports as %s before the file has it', async (outcome) => {
    const lines = await readFixtureLines();
    const of = { sessionId, family: 'claude-code', nativeId };
    // Line 4 is the result of the call of line 5.
    await importLines(lines.slice(0, 4));
    const call = { name: 'Bash', id: 'toolu_b', input: { command: 'ls' }, outcome, exitCode: null };
    await appendLive(store, of, { session: {}, calls: [{ ...call, startedAtMs: Date.UTC(2026, 3, 1, 10, 0, 5) }] }, Date.now());
    expect((await listCalls()).map(([name, end]) => [name, end])).toEqual([
      ['Read', 'ok'],
      ['Bash', 'ok'],
    ]);
    await importLines(lines);
    expect(await listCalls()).toEqual(expected);
    const records = await store.listRecords(sessionId, 0, 100, 100);
    expect(records.filter(({ kind }) => kind === 'tool_result')).toHaveLength(3);
  });
});
