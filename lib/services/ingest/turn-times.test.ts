import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../db/open-database.ts';
import { sessionIdOf } from '../../session/ids.ts';
import { makeSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import type { Store } from '../../store/store.ts';
import { importFile } from './import-file.ts';

const nativeId = '5e550009-0000-4000-8000-000000000001';
const sessionId = sessionIdOf('claude-code', nativeId);

let store: Store;
beforeEach(() => {
  store = makeSqliteStore(openDatabase({ file: ':memory:', migrationsFolder: path.resolve('db/migrations') }));
});
afterEach(async () => store.close());

const importFixture = async (name: string) => {
  const file = path.resolve('lib/formats/__fixtures__', name);
  const signal = new AbortController().signal;
  await importFile({ store, now: () => 0 }, { file, path: file, synthetic: false, signal, onProgress: () => undefined });
};

describe('turn times', () => {
  it('run to the end of an answer whose text the log leaves out', async () => {
    await importFixture('amplifier/textless-events.jsonl');
    const { items } = await store.listSessions({}, 'started', true, { cursor: null, limit: 2 });
    expect(items).toMatchObject([{ activeMs: 15_500 + 2_000, waitingMs: 44_500, turns: 2 }]);
  });

  it('never exceed what passed, where hooks are logged ahead of the results they follow, and add up to those of the session', async () => {
    await importFixture('claude-code/hooks-ahead.jsonl');
    const turns = await store.listTurns(sessionId);
    expect(turns.map(({ startedAtMs, endedAtMs, activeMs }) => [(endedAtMs ?? 0) - (startedAtMs ?? 0), activeMs])).toEqual([
      [4_000, 4_000],
      [10_000, 10_000],
    ]);
    expect(await store.findSession(sessionId)).toMatchObject({ activeMs: 14_000, waitingMs: 30 * 60_000 - 5_000, turns: 2 });
  });
});
