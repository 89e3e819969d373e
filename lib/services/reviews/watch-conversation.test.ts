import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import { sessionIdOf } from '../../session/ids.ts';
import type { Store } from '../../store/store.ts';
import { appendLive } from '../live/append-live.ts';
import { makeWatchConversation } from './watch-conversation.ts';

const options = { includeToolCalls: true, includeReasoning: true };

let folder: string;
let store: Store;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'observatory-watched-'));
  store = openStore(path.join(folder, 'archive.db'), { migrationsFolder: path.resolve('db/migrations') });
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

it('reads a session again only as far as it has grown, and finds what a first look finds', async () => {
  const id = sessionIdOf('agent', 'a');
  const call = (at: number) => ({ id: `c${at}`, name: 'Bash', input: { at }, result: `${at}`, outcome: 'ok' as const, exitCode: null });
  const add = (from: number, to: number) => {
    const calls = Array.from({ length: to - from }, (_, at) => call(from + at));
    return appendLive(store, { sessionId: id, family: 'agent', nativeId: 'a' }, { session: {}, calls }, 5);
  };
  await add(0, 500);
  await add(500, 1_000);
  const read = vi.spyOn(store, 'listRecords');
  /** Records that were asked for in windows with texts. */
  const countRead = async (look: () => Promise<unknown>): Promise<number> => {
    read.mockClear();
    await look();
    return read.mock.calls.reduce((sum, [, , limit]) => sum + limit, 0);
  };
  const watch = makeWatchConversation(store);
  const first = await watch(id, options);
  expect(first.count).toBe(2_000);
  expect(await countRead(() => watch(id, options))).toBe(1);
  await add(1_000, 1_010);
  let grown = first;
  expect(await countRead(async () => (grown = await watch(id, options)))).toBeLessThan(1_800);
  const fresh = await makeWatchConversation(store)(id, options);
  expect(grown).toMatchObject({ hash: fresh.hash, count: 2_020 });
  expect(fresh.hash).not.toBe(first.hash);
  expect(await watch(id, { ...options, includeToolCalls: false })).toMatchObject({ count: 0 });
  const newest = await grown.readNewest();
  expect([newest.length, newest.at(-1)]).toMatchObject([600, { kind: 'tool_result', text: '1009' }]);
});
