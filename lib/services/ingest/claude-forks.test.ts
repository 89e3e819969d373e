import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../../db/open-database.ts';
import { makeSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { sessionIdOf } from '../../session/ids.ts';
import { importFile } from './import-file.ts';

const migrationsFolder = path.resolve(import.meta.dirname, '../../../db/migrations');

type Said = { uuid: string; minute: number; answers: boolean };
const said = (uuid: string, minute: number, answers = false): Said => ({ uuid, minute, answers });

/** A session's lines; the first `copied` of them were copied from the session `from`. */
const toLines = (sessionId: string, all: readonly Said[], from: string | null = null, copied = 0): string =>
  all
    .map(({ uuid, minute, answers }, index) => {
      const usage = { input_tokens: 10, output_tokens: 1 };
      const message = answers
        ? { id: `m-${uuid}`, role: 'assistant', model: 'claude-sonnet-4-5', content: [{ type: 'text', text: uuid }], usage }
        : { role: 'user', content: uuid };
      return `${JSON.stringify({
        type: answers ? 'assistant' : 'user',
        uuid,
        sessionId,
        message,
        parentUuid: all[index - 1]?.uuid ?? null,
        timestamp: new Date(Date.UTC(2026, 3, 1, 10, minute)).toISOString(),
        ...(index < copied && { forkedFrom: { sessionId: from, messageUuid: uuid } }),
      })}\n`;
    })
    .join('');

const start = [said('u1', 0), said('a1', 1, true)];

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'observatory-claude-forks-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Names whose ids come in this order, so that no test passes by the order of ids alone. */
const names = ['one', 'two', 'three'].toSorted((a, b) => (sessionIdOf('claude-code', a) < sessionIdOf('claude-code', b) ? -1 : 1));

const orders = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

it.each(orders)('gives copied entries to the origin that forks name, whatever the ids (%i, %i, %i)', async (a, b, c) => {
  const [origin = '', fork = '', forkOfFork = ''] = [names[a], names[b], names[c]];
  const files = [
    [origin, toLines(origin, [...start, said('u2', 50), said('a2', 51, true)])],
    [fork, toLines(fork, [...start, said('u3', 30), said('a3', 31, true)], origin, 2)],
    [forkOfFork, toLines(forkOfFork, [...start, said('u3', 30), said('a3', 31, true), said('u4', 40)], fork, 4)],
  ] as const;
  for (const order of orders) {
    const store = makeSqliteStore(openDatabase({ file: ':memory:', migrationsFolder }));
    for (const at of order) {
      const [name, text] = files[at];
      const file = path.join(folder, `${name}.jsonl`);
      await writeFile(file, text);
      const signal = new AbortController().signal;
      await importFile({ store, now: () => 0 }, { file, path: file, synthetic: false, signal, onProgress: () => undefined });
    }
    const find = async (name: string) => {
      const session = await store.findSession(sessionIdOf('claude-code', name));
      return [session?.relation, session?.parentId, session?.records, session?.tokens.output];
    };
    expect(await find(origin)).toEqual([null, null, 4, 2]);
    expect(await find(fork)).toEqual(['fork', sessionIdOf('claude-code', origin), 2, 1]);
    expect(await find(forkOfFork)).toEqual(['fork', sessionIdOf('claude-code', fork), 1, 0]);
    await store.close();
  }
});

it.each([
  [0, 1],
  [1, 0],
] as const)('gives what a resumed session copied without a mark to the one that ended first, whatever the ids (%i, %i)', async (a, b) => {
  const [origin = '', resumed = ''] = [names[a], names[b]];
  const files = [
    [origin, toLines(origin, start)],
    [resumed, toLines(resumed, [...start, said('u2', 20), said('a2', 21, true)])],
  ] as const;
  for (const order of [files, files.toReversed()]) {
    const store = makeSqliteStore(openDatabase({ file: ':memory:', migrationsFolder }));
    for (const [name, text] of order) {
      const file = path.join(folder, `${name}.jsonl`);
      await writeFile(file, text);
      const signal = new AbortController().signal;
      await importFile({ store, now: () => 0 }, { file, path: file, synthetic: false, signal, onProgress: () => undefined });
    }
    const recordsOf = async (name: string) => (await store.findSession(sessionIdOf('claude-code', name)))?.records;
    expect([await recordsOf(origin), await recordsOf(resumed)]).toEqual([2, 2]);
    await store.close();
  }
});

it.each([
  [0, 1],
  [1, 0],
] as const)('finds the origin of a fork that names none by what it copied, though it ended first (%i, %i)', async (a, b) => {
  const [origin = '', fork = ''] = [names[a], names[b]];
  const opening = { type: 'queue-operation', operation: 'dequeue', timestamp: '2026-04-01T10:30:00.000Z', sessionId: fork };
  const files = [
    [origin, toLines(origin, [...start, said('u2', 50), said('a2', 51, true)])],
    [fork, `${JSON.stringify(opening)}\n${toLines(fork, [...start, said('u3', 30), said('a3', 31, true)])}`],
  ] as const;
  for (const order of [files, files.toReversed()]) {
    const store = makeSqliteStore(openDatabase({ file: ':memory:', migrationsFolder }));
    for (const [name, text] of order) {
      const file = path.join(folder, `${name}.jsonl`);
      await writeFile(file, text);
      const signal = new AbortController().signal;
      await importFile({ store, now: () => 0 }, { file, path: file, synthetic: false, signal, onProgress: () => undefined });
    }
    expect(await store.findSession(sessionIdOf('claude-code', origin))).toMatchObject({
      relation: null,
      parentId: null,
      tokens: { output: 2 },
    });
    expect(await store.findSession(sessionIdOf('claude-code', fork))).toMatchObject({
      relation: 'fork',
      parentId: sessionIdOf('claude-code', origin),
      turns: 1,
      tokens: { output: 1 },
    });
    await store.close();
  }
});
