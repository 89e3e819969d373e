import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../db/open-database.ts';
import { sessionIdOf } from '../../session/ids.ts';
import { makeSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import type { Store } from '../../store/store.ts';
import { importFile } from './import-file.ts';

const fixtures = path.resolve('lib/formats/__fixtures__/claude-code');
const nativeId = '5e550002-0000-4000-8000-000000000001';
const [sessionId, childId] = [nativeId, `${nativeId}:ab12`].map((id) => sessionIdOf('claude-code', id));

let store: Store;
beforeEach(() => {
  store = makeSqliteStore(openDatabase({ file: ':memory:', migrationsFolder: path.resolve('db/migrations') }));
});
afterEach(() => store.close());

const importAll = async (names: readonly string[]): Promise<void> => {
  for (const name of names) {
    const file = path.join(fixtures, name);
    const signal = new AbortController().signal;
    await importFile({ store, now: () => 0 }, { file, path: file, synthetic: false, signal, onProgress: () => undefined });
  }
};

const find = async (id = '') => {
  const session = await store.findSession(id);
  const records = await store.listRecords(id, 0, 100, 100);
  return [session?.turns, session?.toolCalls, records.length, session?.tokens.input, session?.tokens.output];
};

describe('a run that was printed and stored', () => {
  it.each([
    [['run.jsonl', 'run-agent.jsonl', 'run.stream.jsonl']],
    [['run.stream.jsonl', 'run-agent.jsonl', 'run.jsonl']],
    [['run-agent.jsonl', 'run.stream.jsonl', 'run.jsonl']],
    [['run.jsonl', 'run.stream.jsonl', 'run-agent.jsonl', 'run.stream.jsonl']],
  ])('counts once: %j', async (names) => {
    await importAll(names);
    // Five stored lines, and of the printed ones what is not stored: init, thinking, the task and the result.
    expect(await find(sessionId)).toEqual([1, 1, 9, 10, 60]);
    expect(await find(childId)).toEqual([1, 1, 4, 10, 60]);
    const { items } = await store.listSessions({ includeChildren: true }, 'started', true, { cursor: null, limit: 10 });
    expect(items).toHaveLength(2);
    expect(await store.findSession(sessionId ?? '')).toMatchObject({ models: ['claude-opus-4-8'], costSource: 'computed' });
    const [record] = (await store.listRecords(sessionId ?? '', 0, 100, 100)).filter(({ text }) => text === 'There is one.');
    expect(record?.atMs).toBe(Date.UTC(2026, 3, 1, 10, 0, 9));
  });

  it('has its true totals where the printed run is all there is', async () => {
    await importAll(['run.stream.jsonl']);
    expect(await find(sessionId)).toEqual([1, 1, 8, 10, 60]);
    expect(await find(childId)).toEqual([1, 1, 3, 10, 60]);
    expect(await store.findSession(sessionId ?? '')).toMatchObject({ costUsd: 0.75, costSource: 'reported', models: ['claude-opus-4-8'] });
    expect(await store.findSession(childId ?? '')).toMatchObject({ costUsd: null, parentId: sessionId, project: 'shop' });
  });

  it('has the title and the start of its first real prompt', async () => {
    await importAll(['first-prompt.jsonl']);
    const sessionId = sessionIdOf('claude-code', '5e550005-0000-4000-8000-000000000001');
    const session = await store.findSession(sessionId);
    expect(session).toMatchObject({ title: 'Move the shop', turns: 3, startedAtMs: Date.UTC(2026, 3, 1, 10, 0, 20) });
  });
});
