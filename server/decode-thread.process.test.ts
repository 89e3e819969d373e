import { existsSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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
import { makeDirectImporter } from '../lib/services/imports/importer.ts';
import type { DecodeAhead, ImportDeps, ImportProgress } from '../lib/services/ingest/import-input.ts';

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
        for (;;) held.push(new Array(2_000_000).fill(held.length + 0.5));
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

  /** Imports the files as a queue hands them on: at once, all but the first ahead. */
  const importInto = async (name: string, decodeAhead?: DecodeAhead, given = files): Promise<FileResult[]> => {
    const store = openStore(path.join(folder, name), { migrationsFolder: path.resolve('db/migrations') });
    const importer = makeDirectImporter({ store, now: () => 0, ...(decodeAhead && { decodeAhead }) });
    const input = { synthetic: true, signal: new AbortController().signal, onProgress: () => undefined };
    try {
      return await Promise.all(given.map((file, at) => importer.importFile({ ...input, file, path: file, isAhead: at > 0 })));
    } finally {
      await store.close();
    }
  };

  /** Which files were read by the thread. */
  const noteOpened =
    (begin: DecodeAhead, opened: string[]): DecodeAhead =>
    (job) => {
      const begun = begin(job);
      const open = async () => {
        const found = await begun.open();
        if (found) opened.push(job.file);
        return found;
      };
      return { ...begun, open };
    };

  it('give the same archive when they are decoded ahead and stored together, at first and the next time', async () => {
    const opened: string[] = [];
    const results = await importInto('ahead.db', noteOpened(makeDecodeAhead(workerFile), opened));
    expect(opened).toEqual(files.slice(1));
    expect(results.map(({ status }) => status)).toEqual(files.map(() => 'imported'));
    expect(results).toEqual(await importInto('here.db'));
    expect(dumpTables(path.join(folder, 'ahead.db'))).toEqual(dumpTables(path.join(folder, 'here.db')));
    const again = await importInto('ahead.db', noteOpened(makeDecodeAhead(workerFile), opened));
    expect(again.map(({ unchanged }) => unchanged)).toEqual(files.map(() => true));
    expect(opened).toEqual(files.slice(1));
  });

  it('have results of their own when one among them is bad, one is a copy, and one continues another', async () => {
    const [first = '', second = '', third = '', ...rest] = files;
    const place = path.join(folder, 'mixed');
    await mkdir(place);
    const lines = (await readFile(second, 'utf8')).trimEnd().split('\n');
    const half = Math.ceil(lines.length / 2);
    const write = async (name: string, text: string): Promise<string> => {
      await writeFile(path.join(place, name), text);
      return path.join(place, name);
    };
    const mixed = [
      first,
      await write('later.jsonl', `${lines.slice(half).join('\n')}\n`),
      await write('bad.jsonl', 'Not a session.\n'),
      await write('earlier.jsonl', `${lines.slice(0, half).join('\n')}\n`),
      third,
      await write('copy.jsonl', await readFile(third, 'utf8')),
      path.join(place, 'none.jsonl'),
      ...rest,
    ];
    const results = await importInto('mixed.db', makeDecodeAhead(workerFile), mixed);
    const statuses = ['imported', 'imported', 'refused', 'imported', 'imported', 'unchanged', 'failed', ...rest.map(() => 'imported')];
    expect(results.map(({ status }) => status)).toEqual(statuses);
    const apart: FileResult[] = [];
    for (const file of mixed) apart.push(...(await importInto('apart.db', undefined, [file])));
    expect(results.map(({ issues, newRecords }) => [issues, newRecords])).toEqual(
      apart.map(({ issues, newRecords }) => [issues, newRecords]),
    );
    expect(dumpTables(path.join(folder, 'mixed.db'))).toEqual(dumpTables(path.join(folder, 'apart.db')));
  });

  it('are stored as the thread read them, and what was appended meanwhile is read the next time', async () => {
    const changing = path.join(folder, 'changing.jsonl');
    await writeFile(changing, await readFile(files[1] ?? '', 'utf8'));
    const begin = makeDecodeAhead(workerFile);
    const appending: DecodeAhead = (job) => {
      const begun = begin(job);
      const open = async () => {
        const opened = await begun.open();
        await appendFile(changing, `${JSON.stringify({ type: 'summary', summary: 'Appended', leafUuid: 'none' })}\n`);
        return opened;
      };
      return { ...begun, open };
    };
    const given = [files[0] ?? '', changing];
    expect((await importInto('changed.db', appending, given)).map(({ status }) => status)).toEqual(['imported', 'imported']);
    expect((await importInto('changed.db', undefined, given)).map(({ unchanged, grew }) => [unchanged, grew])).toEqual([
      [true, false],
      [false, true],
    ]);
    await importInto('changed-here.db', undefined, given);
    expect(dumpTables(path.join(folder, 'changed.db'))).toEqual(dumpTables(path.join(folder, 'changed-here.db')));
  });

  it('are canceled whole where they were not stored yet', async () => {
    const store = openStore(path.join(folder, 'canceled.db'), { migrationsFolder: path.resolve('db/migrations') });
    const canceler = new AbortController();
    const canceling: typeof store = {
      ...store,
      append: async (batch) => {
        canceler.abort();
        return store.append(batch);
      },
    };
    const importer = makeDirectImporter({ store: canceling, now: () => 0, decodeAhead: makeDecodeAhead(workerFile) });
    const input = { synthetic: true, signal: canceler.signal, onProgress: () => undefined };
    const results = await Promise.all(files.map((file, at) => importer.importFile({ ...input, file, path: file, isAhead: at > 0 })));
    expect(results.map(({ status }) => status)).toContain('cancelled');
    for (const { status, path: file, records } of results)
      expect([await store.findSource(file).then((source) => source?.sha256 ?? null), records]).toEqual(
        status === 'cancelled' ? [null, 0] : [expect.any(String), expect.any(Number)],
      );
    await store.close();
    await importInto('canceled.db', makeDecodeAhead(workerFile));
    await importInto('straight.db');
    expect(dumpTables(path.join(folder, 'canceled.db'))).toEqual(dumpTables(path.join(folder, 'straight.db')));
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
    const begin = makeDecodeAhead(workerFile);
    const [small = ''] = files;
    const open = (file: string) => begin({ file, path: file, redacts: false });
    expect(await open(path.join(folder, 'none.jsonl')).open()).toBeNull();
    const large = path.join(folder, 'large.jsonl');
    const line = JSON.stringify({ type: 'user', sessionId: 'large', message: { role: 'user', content: 'x'.repeat(100_000) } });
    await writeFile(large, Array.from({ length: 40 }, (_, at) => line.replace('{', `{"uuid":"${String(at)}",`)).join('\n'));
    // The thread waits until its first batches are taken.
    const held = open(large);
    expect(await held.open()).toMatchObject({ formatId: 'claude-code' });
    const next = open(small).open();
    const wait = setTimeout(300, 'waiting');
    expect(await Promise.race([next, wait])).toBe('waiting');
    held.skip();
    expect(await next).toMatchObject({ formatId: 'claude-code' });
  });
});
