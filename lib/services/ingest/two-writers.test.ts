import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dumpTables } from '../../../db/dump-tables.ts';
import { openStore } from '../../../db/open-store.ts';
import { sessionIdOf } from '../../session/ids.ts';
import type { Store } from '../../store/store.ts';
import { appendToSession } from '../live/append-to-session.ts';
import { importFile } from './import-file.ts';
import { rederiveSession } from './rederive.ts';

const sessionId = '11111111-2222-4333-8444-555555555555';
const startMs = Date.UTC(2026, 4, 1);

/** Lines of one session, every `step`th of them, as one of several files that hold parts of it. */
const makeLines = (from: number, step: number, count: number): string =>
  Array.from({ length: count }, (_, at) => {
    const index = from + at * step;
    const isPrompt = index % 10 === 0;
    return JSON.stringify({
      type: isPrompt ? 'user' : 'assistant',
      uuid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      sessionId,
      timestamp: new Date(startMs + index * 1_000).toISOString(),
      cwd: '/home/demo/app',
      message: isPrompt
        ? { role: 'user', content: `Question ${index}` }
        : { role: 'assistant', id: `message-${index}`, model: 'claude-opus-4-5', content: [{ type: 'text', text: `Answer ${index}` }] },
    });
  }).join('\n') + '\n';

let folder = '';
const open = (name: string): Store => openStore(path.join(folder, name), { migrationsFolder: path.resolve('db/migrations') });
const read = (store: Store, name: string) => {
  const file = path.join(folder, name);
  return importFile(
    { store, now: () => 0 },
    { file, path: file, synthetic: false, signal: new AbortController().signal, onProgress: () => undefined },
  );
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-writers-'));
  await writeFile(path.join(folder, 'even.jsonl'), makeLines(0, 2, 2_500));
  await writeFile(path.join(folder, 'odd.jsonl'), makeLines(1, 2, 2_500));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it(
  'a writer that was overtaken makes its batch again, and the archive is what one after the other gives',
  { timeout: 60_000 },
  async () => {
    const [first, second, alone] = [open('shared.db'), open('shared.db'), open('alone.db')];
    let overtake: Promise<unknown> | null = null;
    // The first has made its first batch on an empty archive when the second reads its whole file.
    const slow: Store = {
      ...first,
      append: async (batch) => {
        overtake ??= read(second, 'odd.jsonl');
        await overtake;
        return first.append(batch);
      },
    };
    try {
      expect(await read(slow, 'even.jsonl')).toMatchObject({ status: 'imported', newRecords: 2_500 });
      await read(alone, 'odd.jsonl');
      await read(alone, 'even.jsonl');
    } finally {
      await Promise.all([first, second, alone].map((store) => store.close()));
    }
    expect(dumpTables(path.join(folder, 'shared.db'))).toEqual(dumpTables(path.join(folder, 'alone.db')));
  },
);

it('a writer that others always overtake gives up, says so, and holds up no other file', { timeout: 60_000 }, async () => {
  const store = open('busy.db');
  let attempts = 0;
  /** Another process always wrote just before. */
  const overtaken: Store = {
    ...store,
    append: async (batch) => {
      attempts += 1;
      return { newRecords: 0, conflicting: batch.expected.map(({ sessionId }) => sessionId) };
    },
    applyRederived: () => Promise.resolve(false),
  };
  try {
    const message = /^Other processes keep changing the same sessions?\./u;
    expect(await read(overtaken, 'even.jsonl')).toMatchObject({
      status: 'failed',
      issues: [{ code: 'store_busy', message: expect.stringMatching(message) }],
    });
    const reported = { session: {}, calls: [{ id: 'c', name: 'Bash', input: {}, outcome: 'ok' as const, exitCode: null }] };
    const live = { sessionId: sessionIdOf('claude-code', sessionId), family: 'claude-code', nativeId: sessionId };
    await expect(appendToSession(overtaken, live, reported, startMs)).rejects.toMatchObject({ code: 'store_busy' });
    expect(attempts).toBe(120);
    expect(await read(store, 'odd.jsonl')).toMatchObject({ status: 'imported' });
    await expect(rederiveSession(overtaken, live.sessionId, { whole: true })).rejects.toMatchObject({ code: 'store_busy' });
  } finally {
    await store.close();
  }
});
