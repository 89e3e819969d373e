import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openDatabase } from '../db/open-database.ts';
import { writeDemoFiles } from '../db/demo/write-demo-files.ts';
import type { FileResult } from '../lib/domain/import.ts';
import { makeDecodeInThread } from '../lib/services/ingest/decode-in-thread.ts';
import { importFile } from '../lib/services/ingest/import-file.ts';
import { makePrefixMemory } from '../lib/services/ingest/prefix-memory.ts';
import { makeSqliteStore } from '../lib/store/sqlite/sqlite-store.ts';

/** An instant for the made-up sessions, so that every run measures the same bytes. */
export const benchNowMs = Date.UTC(2026, 10, 20);

export const migrationsFolder = path.resolve('db/migrations');

/** Gives a folder that is removed afterwards. */
export async function inFolder<Result>(task: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-bench-'));
  try {
    return await task(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** One session file with about this many records. */
export async function writeLongSession(folder: string, records: number): Promise<string> {
  const [file] = await writeDemoFiles(folder, { nowMs: benchNowMs, count: 0, longSessionRecords: records });
  if (!file) throw new Error('the demo generator wrote no session');
  return file;
}

export type Archive = {
  importPath(file: string): Promise<FileResult>;
  /** Indexes for search what is not indexed yet. */
  index(): Promise<void>;
  /** Rows that this connection has inserted, changed or deleted so far. */
  rowsWritten(): number;
  close(): Promise<void>;
};

/** Opens an archive as the import worker does. */
export function openArchive(databaseFile: string): Archive {
  const db = openDatabase({ file: databaseFile, migrationsFolder });
  const store = makeSqliteStore(db);
  const decodeElsewhere = makeDecodeInThread(path.resolve('dist/decode-worker.mjs'));
  const deps = { store, now: () => benchNowMs, prefixMemory: makePrefixMemory(), decodeElsewhere };
  return {
    importPath: (file) =>
      importFile(deps, { file, path: file, synthetic: true, signal: new AbortController().signal, onProgress: () => undefined }),
    index: async () => {
      while ((await store.indexSome()) > 0);
    },
    rowsWritten: () => db.prepare<[], number>('SELECT total_changes()').pluck().get() ?? 0,
    close: () => store.close(),
  };
}

export async function timeMs(task: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await task();
  return performance.now() - startedAt;
}
