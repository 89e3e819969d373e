import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openStore } from '../../../db/open-store.ts';
import type { FileResult } from '../../domain/import.ts';
import type { Store } from '../../store/store.ts';
import { importFile } from './import-file.ts';

const samples = process.env.OBSERVATORY_SAMPLES;

const listFiles = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
};

const withStore = async <Answer>(use: (store: Store) => Promise<Answer>): Promise<Answer> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-samples-'));
  const store = openStore(path.join(folder, 'archive.db'), { migrationsFolder: path.resolve('db/migrations') });
  try {
    return await use(store);
  } finally {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
};

const importAll = async (store: Store, files: readonly string[]): Promise<FileResult[]> => {
  const results: FileResult[] = [];
  for (const file of files) {
    results.push(
      await importFile(
        { store, now: () => 0 },
        { file, path: file, synthetic: false, signal: new AbortController().signal, onProgress: () => undefined },
      ),
    );
  }
  return results;
};

/** All that a person can see of the archive. */
const dump = async (store: Store): Promise<unknown> => {
  const { items } = await store.listSessions({ includeChildren: true }, 'started', true, { cursor: null, limit: 200 });
  const sessions = items.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return Promise.all(
    sessions.map(async (session) => ({
      session: { ...session, sourcePaths: session.sourcePaths.toSorted() },
      records: await store.listRecords(session.id, 0, 100_000, 200),
      turns: await store.listTurns(session.id),
      children: (await store.listChildren(session.id)).map((child) => child.id),
    })),
  );
};

/** A shuffle that a seed decides (mulberry32). */
const shuffle = <Item>(items: readonly Item[], seed: number): Item[] => {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return items
    .map((item) => ({ item, at: next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
};

const expectedCounts = z.object({
  tool_uses: z.number(),
  tool_errors: z.number(),
  rejected_of_errors: z.number(),
  usage_dedup_max_output: z.record(z.string(), z.number()),
});

describe.skipIf(!samples)('real Claude Code files', () => {
  const folder = path.join(samples ?? '', 'claude-code');

  it('have the counts that an independent script took', { timeout: 120_000 }, async () => {
    const expected: unknown = JSON.parse(await readFile(path.join(samples ?? '', 'expected.json'), 'utf8'));
    const entries = Object.entries(z.record(z.string(), z.unknown()).parse(expected)).filter(([file]) => file.startsWith('claude-code/'));
    expect(entries.length).toBeGreaterThan(10);
    for (const [file, counts] of entries) {
      const wanted = expectedCounts.parse(counts);
      const [result] = await withStore((store) => importAll(store, [path.join(samples ?? '', file)]));
      const sessions = result?.sessions ?? [];
      const sum = (of: (session: (typeof sessions)[number]) => number) => sessions.reduce((total, session) => total + of(session), 0);
      expect
        .soft(
          {
            calls: sum((session) => session.toolCalls),
            errors: sum((session) => session.toolErrors),
            rejected: sum((session) => session.toolRejected),
            input: sum((session) => session.tokens.input ?? 0),
            output: sum((session) => session.tokens.output ?? 0),
            cacheRead: sum((session) => session.tokens.cacheRead ?? 0),
            cacheWrite: sum((session) => session.tokens.cacheWrite ?? 0),
          },
          file,
        )
        .toEqual({
          calls: wanted.tool_uses,
          errors: wanted.tool_errors - wanted.rejected_of_errors,
          rejected: wanted.rejected_of_errors,
          input: wanted.usage_dedup_max_output.input_tokens ?? 0,
          output: wanted.usage_dedup_max_output.output_tokens ?? 0,
          cacheRead: wanted.usage_dedup_max_output.cache_read_input_tokens ?? 0,
          cacheWrite: wanted.usage_dedup_max_output.cache_creation_input_tokens ?? 0,
        });
    }
  });

  it('write nothing when they are imported again', { timeout: 120_000 }, async () => {
    const files = await listFiles(folder);
    await withStore(async (store) => {
      await importAll(store, files);
      const before = (await store.readChanges(null, 1)).cursor;
      const again = await importAll(store, files);
      expect(again.filter((result) => result.status !== 'unchanged' && result.status !== 'refused')).toEqual([]);
      expect((await store.readChanges(null, 1)).cursor).toBe(before);
    });
  });
});

describe.skipIf(!samples).each(['claude-code', 'codex'])('real files of %s', (agent) => {
  it('give the same archive in any order of import', { timeout: 300_000 }, async () => {
    const files = await listFiles(path.join(samples ?? '', agent));
    const expected = await withStore(async (store) => {
      await importAll(store, files);
      return dump(store);
    });
    for (const order of [files.toReversed(), shuffle(files, 1), shuffle(files, 2)]) {
      const other = await withStore(async (store) => {
        await importAll(store, order);
        return dump(store);
      });
      expect(other).toEqual(expected);
    }
  });
});

describe.skipIf(!samples)('real documents', () => {
  const listDocuments = async () => [
    ...(await listFiles(path.join(samples ?? '', 'atif'))),
    ...(await listFiles(path.join(samples ?? '', 'openai-chat'))),
  ];

  it('give the same archive in any order of import, and write nothing when they are imported again', { timeout: 300_000 }, async () => {
    const files = await listDocuments();
    const expected = await withStore(async (store) => {
      await importAll(store, files);
      const before = (await store.readChanges(null, 1)).cursor;
      const again = await importAll(store, files);
      expect(again.filter((result) => result.status !== 'unchanged' && result.status !== 'refused')).toEqual([]);
      expect((await store.readChanges(null, 1)).cursor).toBe(before);
      return dump(store);
    });
    for (const order of [files.toReversed(), shuffle(files, 3)]) {
      const other = await withStore(async (store) => {
        await importAll(store, order);
        return dump(store);
      });
      expect(other).toEqual(expected);
    }
  });

  it('pair each result with a call, keep raw elements, and refuse what was flattened', { timeout: 120_000 }, async () => {
    await withStore(async (store) => {
      const [refused, airline] = await importAll(store, await listFiles(path.join(samples ?? '', 'openai-chat')));
      expect(refused).toMatchObject({ status: 'refused', issues: [{ code: 'not_recognized' }] });
      expect(airline).toMatchObject({ status: 'imported', sessionCount: 200, toolCalls: 1164, toolErrors: 73 });
      const { items } = await store.listSessions({}, 'started', true, { cursor: null, limit: 200 });
      for (const session of items) expect(session.completeness.orphanCalls).toBe(0);
    });
  });
});
