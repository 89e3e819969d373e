import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../db/open-database.ts';
import { makeDump } from '../../store/make-dump.ts';
import { makeSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { makeDecodeInThread } from './decode-in-thread.ts';
import { importFile } from './import-file.ts';
import type { DecodeElsewhere } from './import-input.ts';

const worker = path.resolve('dist/decode-worker.mjs');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-large-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

/** Over 8 MB, from which on a file is decoded in a thread: prompts, long answers, one line that is no JSON, a torn end. */
const writeLarge = async (): Promise<string> => {
  const lines = Array.from({ length: 1_800 }, (_, at) => {
    const timestamp = new Date(Date.UTC(2026, 0, 1) + at * 1_000).toISOString();
    const content = at % 100 === 0 ? `Question ${at}` : `${at} ${'answer '.repeat(700)}`;
    const common = { uuid: `u${at}`, parentUuid: null, sessionId: 's', cwd: '/srv/app', version: '2.1.0', timestamp };
    return at % 100 === 0
      ? { ...common, type: 'user', message: { role: 'user', content } }
      : { ...common, type: 'assistant', message: { role: 'assistant', id: `m${at}`, content: [{ type: 'text', text: content }] } };
  }).map((line) => JSON.stringify(line));
  const file = path.join(folder, 'large.jsonl');
  await writeFile(file, `${lines.toSpliced(900, 0, '{"torn').join('\n')}\n{"type":"us`);
  return file;
};

const importInto = async (name: string, file: string, decodeElsewhere?: DecodeElsewhere) => {
  const database = path.join(folder, `${name}.db`);
  const store = makeSqliteStore(openDatabase({ file: database, migrationsFolder: path.resolve('db/migrations') }));
  try {
    const input = { file, path: file, synthetic: false, signal: new AbortController().signal, onProgress: () => undefined };
    const result = await importFile({ store, now: () => 0, ...(decodeElsewhere && { decodeElsewhere }) }, input);
    return { result, source: await store.findSource(file), archive: await makeDump(store) };
  } finally {
    await store.close();
  }
};

describe.skipIf(!existsSync(worker))('a large file', () => {
  it('gives the same archive whether it is decoded in a thread or where it is stored', async () => {
    const file = await writeLarge();
    const decodeInThread = makeDecodeInThread(worker);
    let threads = 0;
    const inThread = await importInto('thread', file, (job) => {
      threads += 1;
      return decodeInThread(job);
    });
    expect(threads).toBe(1);
    expect(inThread.result).toMatchObject({ status: 'partial', records: 1_800, skippedLines: 1, pendingTail: true });
    expect(inThread).toEqual(await importInto('here', file));
  }, 30_000);
});
