import { existsSync } from 'node:fs';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dumpTables } from '../db/dump-tables.ts';
import { writeDemoFiles } from '../db/demo/write-demo-files.ts';
import { openStore } from '../db/open-store.ts';
import type { FileResult } from '../lib/domain/import.ts';
import { makeDecodeAhead, makeDecodeInThread } from '../lib/services/ingest/decode-in-thread.ts';
import { importFile } from '../lib/services/ingest/import-file.ts';
import type { BegunFile, DecodeAhead, ImportDeps, ImportProgress } from '../lib/services/ingest/import-input.ts';

const workerFile = path.resolve('dist/decode-worker.mjs');

describe.skipIf(!existsSync(workerFile))('a large file', { timeout: 120_000 }, () => {
  let folder = '';
  let file = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-decode-'));
    [file = ''] = await writeDemoFiles(folder, { nowMs: Date.UTC(2026, 0, 1), count: 0, longSessionRecords: 12_000 });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  type Options = Partial<Pick<ImportDeps, 'decodeElsewhere' | 'redacts'>> & {
    from?: string;
    signal?: AbortSignal;
    onProgress?: (progress: ImportProgress) => void;
  };
  const importInto = async (name: string, { from = file, signal, onProgress, ...deps }: Options): Promise<FileResult> => {
    const store = openStore(path.join(folder, name), { migrationsFolder: path.resolve('db/migrations') });
    try {
      return await importFile(
        { store, now: () => 0, ...deps },
        {
          file: from,
          path: from,
          synthetic: true,
          signal: signal ?? new AbortController().signal,
          onProgress: onProgress ?? (() => undefined),
        },
      );
    } finally {
      await store.close();
    }
  };

  it('gives the same archive whether it is decoded in a thread of its own or not', async () => {
    const elsewhere: string[] = [];
    const inThread = makeDecodeInThread(workerFile);
    const result = await importInto('thread.db', {
      decodeElsewhere: (job, work) => {
        elsewhere.push(job.path);
        return inThread(job, work);
      },
    });
    expect(result).toMatchObject({ status: 'imported', issues: [] });
    expect(elsewhere).toEqual([file]);
    await importInto('here.db', {});
    expect(dumpTables(path.join(folder, 'thread.db'))).toEqual(dumpTables(path.join(folder, 'here.db')));
  });

  it('keeps keys out of the archive in a thread of its own, too', async () => {
    const key = ['sk', 'ant', 'api03', 'Zk3vQ9tLr2Wm8XyBn5Pd7HsJ'].join('-');
    const leaky = path.join(folder, 'leaky.jsonl');
    const [first = '', ...rest] = (await readFile(file, 'utf8')).split('\n');
    const message = { role: 'user', content: `Use ${key}` };
    await writeFile(leaky, [first, JSON.stringify({ ...JSON.parse(first), uuid: 'leaky', type: 'user', message }), ...rest].join('\n'));
    const jobs: boolean[] = [];
    const inThread = makeDecodeInThread(workerFile);
    const decodeElsewhere: ImportDeps['decodeElsewhere'] = (job, work) => {
      jobs.push(job.redacts);
      return inThread(job, work);
    };
    expect(await importInto('leaky.db', { from: leaky, decodeElsewhere, redacts: () => true })).toMatchObject({ status: 'imported' });
    expect(jobs).toEqual([true]);
    const dump = JSON.stringify(dumpTables(path.join(folder, 'leaky.db')));
    expect(dump).toContain('Use [redacted: anthropic-key]');
    expect(dump).not.toContain(key.slice(14));
  });

  it('is completed by the next import when it was cancelled half-way', async () => {
    const canceller = new AbortController();
    const decodeElsewhere = makeDecodeInThread(workerFile);
    const onProgress = ({ bytesRead, bytes }: ImportProgress) => {
      if (bytesRead > bytes / 3) canceller.abort();
    };
    const cut = await importInto('cut.db', { decodeElsewhere, signal: canceller.signal, onProgress });
    expect(cut.status).toBe('cancelled');
    expect(cut.bytesRead).toBeLessThan(cut.bytes);
    expect(await importInto('cut.db', { decodeElsewhere })).toMatchObject({ status: 'imported', bytesRead: cut.bytes });
    await importInto('whole.db', {});
    expect(dumpTables(path.join(folder, 'cut.db'))).toEqual(dumpTables(path.join(folder, 'whole.db')));
  });

  it('fails the file with a clear error when the thread runs out of memory', async () => {
    const greedy = path.join(folder, 'greedy.mjs');
    await writeFile(
      greedy,
      `import { parentPort } from 'node:worker_threads';
      parentPort.on('message', () => {
        const held = [];
        for (;;) held.push(new Array(10_000).fill(held.length + 0.5));
      });`,
    );
    expect(await importInto('greedy.db', { decodeElsewhere: makeDecodeInThread(greedy) })).toMatchObject({
      status: 'failed',
      issues: [
        { code: 'unreadable', message: expect.stringContaining('takes more than the 1024 MB of memory that an import may use') as string },
      ],
    });
    expect(await importInto('greedy.db', { decodeElsewhere: makeDecodeInThread(workerFile) })).toMatchObject({ status: 'imported' });
  });

  it('fails with the reason when the thread cannot start, also when that was long before', async () => {
    const none = path.join(folder, 'no-worker.mjs');
    await expect(importInto('failed.db', { decodeElsewhere: makeDecodeInThread(none) })).rejects.toThrow(/no-worker/u);
    const decodeElsewhere = makeDecodeInThread(none, { startsNow: true });
    await setTimeout(300);
    await expect(importInto('failed.db', { decodeElsewhere })).rejects.toThrow(/no-worker/u);
  });
});

describe.skipIf(!existsSync(workerFile))('small files', { timeout: 120_000 }, () => {
  let folder = '';
  let files: string[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-ahead-'));
    files = await writeDemoFiles(path.join(folder, 'files'), { nowMs: Date.UTC(2026, 0, 1), count: 6 });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Imports the files in order, each with the next. `onBegin`: called once a file was begun, before it is imported. */
  const importInto = async (name: string, decodeAhead?: DecodeAhead, onBegin?: (file: string) => Promise<void>): Promise<FileResult[]> => {
    const store = openStore(path.join(folder, name), { migrationsFolder: path.resolve('db/migrations') });
    const results: FileResult[] = [];
    try {
      for (const [at, file] of files.entries()) {
        const next = files[at + 1];
        const input = { file, path: file, synthetic: true, signal: new AbortController().signal, onProgress: () => undefined };
        results.push(
          await importFile(
            { store, now: () => 0, ...(decodeAhead && { decodeAhead }) },
            { ...input, ...(next !== undefined && { next: { file: next, path: next } }) },
          ),
        );
        if (next !== undefined) await onBegin?.(next);
      }
    } finally {
      await store.close();
    }
    return results;
  };

  /** Which files were taken over from the thread as it had opened them. */
  const noteOpened = (ahead: DecodeAhead, opened: string[]): DecodeAhead => ({
    ...ahead,
    claim: (file, redacts) => {
      const begun = ahead.claim(file, redacts);
      const open = async () => {
        const found = (await begun?.open()) ?? null;
        if (found) opened.push(file);
        return found;
      };
      return begun && { ...begun, open };
    },
  });

  it('give the same archive when each is decoded while the one before is stored, at first and the next time', async () => {
    const opened: string[] = [];
    const results = await importInto('ahead.db', noteOpened(makeDecodeAhead(workerFile), opened));
    expect(opened).toEqual(files.slice(1));
    expect(results).toEqual(await importInto('here.db'));
    expect(dumpTables(path.join(folder, 'ahead.db'))).toEqual(dumpTables(path.join(folder, 'here.db')));
    const again = await importInto('ahead.db', noteOpened(makeDecodeAhead(workerFile), opened));
    expect(again.map(({ unchanged }) => unchanged)).toEqual(files.map(() => true));
    expect(opened).toEqual(files.slice(1));
  });

  it('are read anew when they changed after the thread had opened them', async () => {
    const ahead = makeDecodeAhead(workerFile);
    const opened = new Map<string, BegunFile>();
    const claim = (file: string) => opened.get(file) ?? null;
    await importInto('changed.db', { begin: ahead.begin, claim }, async (file) => {
      const begun = ahead.claim(file, false);
      const found = (await begun?.open()) ?? null;
      if (begun) opened.set(file, { ...begun, open: () => Promise.resolve(found) });
      if (file === files[2]) await appendFile(file, `${JSON.stringify({ type: 'summary', summary: 'Appended', leafUuid: 'none' })}\n`);
    });
    expect([...opened.keys()]).toEqual(files.slice(1));
    await importInto('changed-here.db');
    expect(dumpTables(path.join(folder, 'changed.db'))).toEqual(dumpTables(path.join(folder, 'changed-here.db')));
  });

  it('are read here when the thread crashed over another', async () => {
    const crashing = path.join(folder, 'crashing.mjs');
    await writeFile(
      crashing,
      "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { throw new Error('crash'); });",
    );
    const results = await importInto('crashed.db', makeDecodeAhead(crashing));
    expect(results.map(({ status }) => status)).toEqual(files.map(() => 'imported'));
  });

  it('are left to the importer where the thread cannot read them, and are no longer decoded where nobody asks', async () => {
    const ahead = makeDecodeAhead(workerFile);
    const [first = '', second = ''] = files;
    ahead.begin({ file: path.join(folder, 'none.jsonl'), path: 'none', redacts: false });
    expect(await ahead.claim('none', false)?.open()).toBeNull();
    ahead.begin({ file: first, path: first, redacts: false });
    expect(ahead.claim(first, true)).toBeNull();
    ahead.begin({ file: second, path: second, redacts: false });
    expect(ahead.claim(first, false)).toBeNull();
    expect(await ahead.claim(second, false)?.open()).toMatchObject({ formatId: 'claude-code' });
    ahead.begin(null);
    expect(ahead.claim(second, false)).toBeNull();
  });
});
