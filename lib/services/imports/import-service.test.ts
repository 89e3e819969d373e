import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import { makeClaudeLines, toFile } from '../../../e2e/claude-lines.ts';
import { AppError } from '../../domain/errors.ts';
import type { Store } from '../../store/store.ts';
import { toZstd } from '../ingest/__fixtures__/to-zstd.ts';
import { makeDirectImporter } from './importer.ts';
import { makeImportQueue } from './import-queue.ts';
import { makeImportService, type ImportService } from './import-service.ts';
import { makeSpool } from './spool.ts';

let folder: string;
let store: Store;
let imports: ImportService;
const alive = new Set<number>();

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-imports-'));
  store = openStore(':memory:', { migrationsFolder: path.resolve('db/migrations') });
  alive.add(3);
  const processes = { processId: 1, isAlive: (id: number) => alive.has(id) };
  const queue = makeImportQueue(makeDirectImporter({ store, now: () => 7, scratchFolder: path.join(folder, 'scratch') }));
  const spool = makeSpool({ folder: path.join(folder, 'spool'), ...processes, limit: 20_000 });
  imports = makeImportService({ store, queue, spool, now: () => 7, ...processes });
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const makeForm = (files: readonly { path: string; text: string }[]) => {
  const parts = files.map(
    (file) =>
      `--x\r\nContent-Disposition: form-data; name="path"\r\n\r\n${file.path}\r\n` +
      `--x\r\nContent-Disposition: form-data; name="file"; filename="blob"\r\n\r\n${file.text}\r\n`,
  );
  return { contentType: 'multipart/form-data; boundary=x', body: Readable.from([Buffer.from(`${parts.join('')}--x--\r\n`)]) };
};
const makeText = (sessionId: string, words = 'Go') => toFile(makeClaudeLines({ sessionId }).prompt(words));

it('closes every import that was left open, however many came after it', async () => {
  for (let at = 0; at < 240; at += 1) {
    await store.createImport({ id: `i${at}`, origin: 'upload', label: 'one', startedAtMs: at, processId: at === 0 ? 3 : null });
    if (at > 2) await store.finishImport(`i${at}`, 'done', at + 1);
  }
  await expect(imports.cancel('i0')).rejects.toThrow('run by another process');
  const own = await imports.open('of this process');
  await imports.recover();
  // Another server runs the first one.
  expect((await store.listOpenImports()).map(({ id }) => id)).toEqual(['i0', own]);
  expect([(await imports.get('i1')).status, (await imports.get('i239')).status]).toEqual(['cancelled', 'done']);
  alive.delete(3);
  await imports.recover();
  expect((await store.listOpenImports()).map(({ id }) => id)).toEqual([own]);
});

it('can be closed again where the database was busy when it was first', async () => {
  const { finishImport } = store;
  const id = await imports.open('busy');
  store.finishImport = () => Promise.reject(new AppError('store_busy', 'Busy.'));
  await expect(imports.finish(id)).rejects.toMatchObject({ code: 'store_busy' });
  store.finishImport = finishImport;
  expect((await imports.finish(id)).status).toBe('done');
});

it('lists the supported formats once for an import in which a file has none of them', async () => {
  const id = await imports.open('form');
  await imports.putFiles(id, makeForm([{ path: 'a.jsonl', text: makeText('a') }]));
  expect(await imports.get(id)).not.toHaveProperty('supportedFormats');
  await imports.putFiles(id, makeForm(['b.md', 'c.md'].map((path) => ({ path, text: 'Dear diary' }))));
  const { results, supportedFormats } = await imports.finish(id);
  expect(supportedFormats).toContain('Claude Code session');
  expect(results.flatMap(({ issues }) => issues.map(({ message }) => message))).toEqual(
    Array(2).fill(expect.stringContaining('This is text, not JSON')),
  );
});

it('answers a result for each file of a form, in their order, and one that fails stops no other', async () => {
  const id = await imports.open('form');
  const results = await imports.putFiles(
    id,
    makeForm([
      { path: 'dir/a.jsonl', text: makeText('a') },
      { path: 'large.jsonl', text: makeText('large', 'x'.repeat(30_000)) },
      { path: 'empty.jsonl', text: '' },
      { path: 'b "b".jsonl', text: makeText('b') },
    ]),
  );
  expect(results.map(({ path: file, status }) => `${file} ${status}`)).toEqual([
    'dir/a.jsonl imported',
    'large.jsonl refused',
    'empty.jsonl refused',
    'b "b".jsonl imported',
  ]);
  const stored = await store.findImport(id);
  expect(stored?.results.map(({ path: file, status }) => `${file} ${status}`)).toEqual(
    results.map(({ path: file, status }) => `${file} ${status}`),
  );
  expect((await imports.finish(id)).newSessions).toBe(2);
});

it('keeps what came whole of a form that is cut off, and closes after it', async () => {
  const id = await imports.open('cut');
  const { contentType, body } = makeForm([
    { path: 'a.jsonl', text: makeText('a') },
    { path: 'b.jsonl', text: makeText('b') },
  ]);
  const whole = Buffer.concat((await body.toArray()) as Buffer[]);
  const cut = { contentType, body: Readable.from([whole.subarray(0, whole.length - 60)]) };
  await expect(imports.putFiles(id, cut)).rejects.toMatchObject({ code: 'invalid_input' });
  const { results } = await imports.finish(id);
  expect(results.map(({ path: file, status }) => `${file} ${status}`)).toEqual(['a.jsonl imported', 'b.jsonl cancelled']);
});

it('unpacks what is sent, and takes it for what it holds', async () => {
  const text = Buffer.from(makeText('packed'));
  const send = (name: string, bytes: Uint8Array) =>
    imports.importBody(Readable.from([bytes]), { name, label: null, contentType: 'application/octet-stream', bytes: bytes.length });
  expect(await send('a.jsonl.zst', toZstd(text))).toMatchObject({
    status: 'done',
    results: [{ status: 'imported', sessions: [{ nativeId: 'packed' }] }],
  });
  expect(await send('a.jsonl.gz', gzipSync(text))).toMatchObject({ results: [{ status: 'unchanged' }] });
  expect(await send('cut.jsonl.zst', toZstd(text).subarray(0, 40))).toMatchObject({ results: [{ status: 'failed' }] });
});

it('counts a file as new, as grown or as unchanged, and lists what was not sent of a canceled import', async () => {
  const talk = makeClaudeLines({ sessionId: 'a' });
  const [first, second] = [talk.prompt('One'), talk.prompt('Two')];
  const importText = async (text: string) => {
    const { results, ...counts } = await imports.importBody(Readable.from([Buffer.from(text)]), {
      name: 'a.jsonl',
      label: null,
      contentType: 'application/octet-stream',
      bytes: text.length,
    });
    return { ...counts, sessions: results.flatMap(({ sessions }) => sessions.map(({ nativeId }) => nativeId)) };
  };
  const none = { newFiles: 0, grew: 0, unchanged: 0, skipped: 0, notRead: 0 };
  expect(await importText(toFile(first))).toMatchObject({ ...none, newFiles: 1, sessions: ['a'] });
  expect(await importText(toFile(first, second))).toMatchObject({ ...none, grew: 1 });
  expect(await importText(toFile(first, second))).toMatchObject({ ...none, unchanged: 1 });
  const id = await imports.open('canceled');
  await imports.putFiles(id, makeForm([{ path: 'b.jsonl', text: makeText('b') }]));
  await imports.putUnsent(
    id,
    ['b.jsonl', 'c.jsonl'].map((file) => ({ path: file, bytes: 9 })),
  );
  const canceled = await imports.cancel(id);
  expect(canceled).toMatchObject({ ...none, newFiles: 1, notRead: 1, status: 'cancelled', skippedReasons: [] });
  expect(canceled.results[1]).toMatchObject({ path: 'c.jsonl', bytes: 9, issues: [{ message: 'Canceled before it was sent.' }] });
  await expect(imports.putUnsent(id, [])).rejects.toMatchObject({ code: 'conflict' });
});
