import { getEventListeners } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeWorkerImporter } from './worker-importer.ts';

/** Answers each file, but runs out of memory at the one that is named so. */
const worker = `
import { parentPort } from 'node:worker_threads';
parentPort.on('message', (message) => {
  if (message.kind === 'close') parentPort.close();
  if (message.kind !== 'import') return;
  if (message.path === 'huge') throw Object.assign(new Error('heap'), { code: 'ERR_WORKER_OUT_OF_MEMORY' });
  parentPort.postMessage({ kind: 'done', job: message.job, result: { path: message.path } });
});`;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'worker-'));
  await writeFile(path.join(folder, 'worker.mjs'), worker);
});
afterAll(() => rm(folder, { recursive: true }));

const openImporter = () =>
  makeWorkerImporter(path.join(folder, 'worker.mjs'), { databaseFile: '', migrationsFolder: '', config: { file: '', copyFile: '' } });
const toInput = (name: string, signal: AbortSignal) => ({ file: name, path: name, synthetic: false, signal, onProgress: () => undefined });

it('fails a file that takes too much memory by name, and imports those behind it', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const importer = openImporter();
  const importPath = (name: string) => importer.importFile(toInput(name, new AbortController().signal));
  const [before, huge, after] = await Promise.allSettled(['before', 'huge', 'after'].map(importPath));
  expect(before).toMatchObject({ status: 'fulfilled', value: { path: 'before' } });
  expect(huge).toMatchObject({ reason: { code: 'unreadable', message: expect.stringContaining('MB of memory') } });
  expect(after).toMatchObject({ status: 'fulfilled', value: { path: 'after' } });
  await importer.close();
});

it('imports many files of one import at once without a warning, and leaves no listener behind', async () => {
  const onWarning = vi.fn();
  process.on('warning', onWarning);
  const importer = openImporter();
  const { signal } = new AbortController();
  await Promise.all(Array.from({ length: 16 }, (_, at) => importer.importFile(toInput(`file-${at}`, signal))));
  await importer.close();
  process.off('warning', onWarning);
  expect(onWarning).not.toHaveBeenCalled();
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
