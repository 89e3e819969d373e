import { mkdir, mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openStore } from '../../../db/open-store.ts';
import type { FileResult } from '../../domain/import.ts';
import { makeDump } from '../../store/make-dump.ts';
import type { Store } from '../../store/store.ts';
import { findFiles } from '../imports/find-files.ts';
import { importFile } from './import-file.ts';

const samples = path.join(process.env.OBSERVATORY_SAMPLES ?? '', 'oats');
const migrationsFolder = path.resolve(import.meta.dirname, '../../../db/migrations');
const [database, rows, metrics] = ['trajectories.db', 'trajectories.jsonl', 'turn_metrics.jsonl'] as const;

const withStore = async <Answer>(use: (store: Store, read: (name: string) => Promise<FileResult>) => Promise<Answer>): Promise<Answer> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'observatory-oats-'));
  const scratchFolder = path.join(folder, 'scratch');
  await mkdir(scratchFolder);
  const store = openStore(':memory:', { migrationsFolder });
  const { signal } = new AbortController();
  const read = (name: string) => {
    const file = path.join(samples, name);
    return importFile({ store, now: () => 0, scratchFolder }, { file, path: file, synthetic: false, signal, onProgress: () => undefined });
  };
  try {
    return await use(store, read);
  } finally {
    expect(await readdir(scratchFolder)).toEqual([]);
    await store.close();
    await rm(folder, { recursive: true });
  }
};

const readArchive = async (store: Store) => {
  const { items } = await store.listSessions({ includeChildren: true }, 'started', true, { cursor: null, limit: 200 });
  const sessions = items.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map((session) => ({ ...session, sourcePaths: [] }));
  const lists = await Promise.all(sessions.map((session) => store.listRecords(session.id, 0, 10_000, 100_000)));
  return { sessions, records: lists.flat() };
};

/** Each file's name with its bytes' size and time of change. */
const lookAt = async (folder: string): Promise<string[]> => {
  const names = await readdir(folder, { recursive: true });
  const facts = names.map(async (name) => {
    const { mtimeNs, size } = await stat(path.join(folder, name), { bigint: true });
    return [name, size, mtimeNs].join(' ');
  });
  return (await Promise.all(facts)).sort();
};

const golden = z.object({ sessions: z.record(z.string(), z.array(z.int())) });
const rawRow = z.object({ id: z.int(), content: z.string() });
const rejects = z.array(z.object({ file: z.string() }));

describe.skipIf(!process.env.OBSERVATORY_SAMPLES)('real oats stores', () => {
  it('have their rows, and nothing beside them changes', { timeout: 60_000 }, async () => {
    const before = await lookAt(samples);
    await withStore(async (store, read) => {
      expect(await read(database)).toMatchObject({ status: 'imported', sessionCount: 55, unknownRecords: 0, skippedLines: 0, issues: [] });
      const { sessions, records } = await readArchive(store);
      const count = (kind: string) => records.filter((record) => record.kind === kind).length;
      expect([count('prompt'), count('response'), count('tool_call'), count('tool_result'), count('meta')]).toEqual([129, 4, 267, 2, 328]);
      expect(new Set(records.filter(({ kind }) => kind !== 'meta').map(({ sessionId }) => sessionId)).size).toBe(51);
      const calls = records.flatMap((record) => (record.kind === 'tool_call' ? (record.toolCall ?? []) : []));
      expect(calls.filter(({ resultRecordId }) => resultRecordId === null)).toEqual([]);
      expect(calls.filter(({ recordId, resultRecordId }) => resultRecordId === recordId)).toHaveLength(265);
      const failed = records.filter(({ kind, text }) => kind.startsWith('tool_') && /\nerror: /u.test(text)).length;
      expect([calls.length, calls.filter(({ outcome }) => outcome === 'error').length]).toEqual([267, failed]);
      expect(sessions.filter(({ parentId }) => parentId !== null).map(({ nativeId }) => nativeId)).toHaveLength(2);
    });
    expect(await lookAt(samples)).toEqual(before);
  });

  it('stand in the order in which the store gives them, with their content whole', { timeout: 60_000 }, async () => {
    const expected = golden.parse(JSON.parse(await readFile(path.join(samples, 'golden-session-turns.json'), 'utf8')));
    await withStore(async (store, read) => {
      await read(database);
      for (const [nativeId, ids] of Object.entries(expected.sessions)) {
        const session = await store.findSession(`oats:${nativeId}`);
        const listed = await store.listRecords(session?.id ?? '', 0, 10_000, 1_000_000);
        const reported = listed.filter(({ kind }) => kind !== 'meta');
        const found = await Promise.all(
          reported.map(async (record) => {
            const row = rawRow.parse(JSON.parse((await store.readRaw(record.sessionId, record.id))?.raw ?? '{}'));
            const isOfCallAlone = record.toolCall !== null && record.toolCall.resultRecordId !== record.id;
            expect(isOfCallAlone ? record.toolCall?.params : record.text).toBe(row.content);
            return row.id;
          }),
        );
        expect(found, nativeId).toEqual(ids);
      }
    });
  });

  it('are the same as their rows in lines, in any order of import, and unchanged when they come again', { timeout: 120_000 }, async () => {
    const report = (names: readonly string[]) =>
      withStore(async (store, read) => {
        for (const name of names) await read(name);
        const before = (await store.readChanges(null, 1)).cursor;
        for (const name of names) expect(await read(name)).toMatchObject({ status: 'unchanged', newRecords: 0 });
        expect((await store.readChanges(null, 1)).cursor).toBe(before);
        return { archive: await readArchive(store), dump: await makeDump(store) };
      });
    const reported = ({ archive: { sessions, records } }: Awaited<ReturnType<typeof report>>) => ({
      sessions,
      records: records.map((record) => ({ ...record, sourcePath: null, line: null, rawBytes: null })),
    });
    const all = await report([database, rows, metrics]);
    expect(reported(await report([database]))).toEqual(reported(all));
    expect(reported(await report([metrics, rows]))).toEqual(reported(all));
    expect((await report([rows, metrics, database])).dump).toEqual(all.dump);
    expect((await report([metrics, database, rows])).dump).toEqual(all.dump);
  });

  it('are read while their writer is open, with their log as a part of them', async () => {
    await withStore(async (store, read) => {
      const found = await findFiles(path.join(samples, 'live-wal'));
      expect(found.map(({ file }) => path.basename(file))).toEqual(['golden-search.json', 'trajectories.db']);
      expect(await read('live-wal/trajectories.db')).toMatchObject({ status: 'imported', issues: [] });
      const { records } = await readArchive(store);
      expect(new Set(records.map(({ line }) => line)).size).toBe(4);
    });
  });

  const results: Record<string, [status: string, message: RegExp]> = {
    'not-a-database.db': ['refused', /^This is text, not JSON, from line 1 on/u],
    'empty.db': ['refused', /^The file is empty/u],
    'header-only.db': ['failed', /damaged or cut off: not even the list of its tables/u],
    'truncated.db': [
      'partial',
      /of trajectories rows 134 to 158, rows 162 to 195, whatever follows row 208; of turn_metrics all rows could not/u,
    ],
    'damaged-pages.db': ['partial', /of trajectories whatever follows row 106; of turn_metrics all rows could not be read/u],
    'other-schema.db': ['refused', /whose table trajectories is not that of an oats store: session_id/u],
    'rows-without-index.db': ['imported', /^$/u],
  };

  it('that are none, or damaged, say what they are', async () => {
    const listed = rejects.parse(JSON.parse(await readFile(path.join(samples, 'rejects.json'), 'utf8')));
    expect(listed.map(({ file }) => path.basename(file)).sort()).toEqual(Object.keys(results).sort());
    for (const [name, [status, message]] of Object.entries(results)) {
      const result = await withStore((_store, read) => read(`rejects/${name}`));
      expect([name, result.status]).toEqual([name, status]);
      expect(result.issues[0]?.message ?? '').toMatch(message);
    }
  });
});
