import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import { makeBatch, makeSessionRow, makeSource } from '../../store/make-batch.ts';
import { makeArchiveService, type StartWork } from './archive-service.ts';

const atMs = Date.UTC(2026, 0, 31, 12);

const open = (databaseFile = '/data/observatory.db') => {
  const store = openStore(':memory:', { migrationsFolder: 'db/migrations' });
  const works: Parameters<StartWork>[] = [];
  const startWork: StartWork = (...work) => {
    works.push(work);
    return { stop: () => undefined };
  };
  const reread: string[] = [];
  const service = makeArchiveService({
    store,
    now: () => atMs,
    databaseFile,
    home: '/home/ada',
    startWork,
    processId: 7,
    reread: (file) => file.startsWith('/followed/') && reread.push(file) > 0,
  });
  return { store, service, works, reread };
};

it('describes the archive, and proposes a name for a backup', async () => {
  const { store, service } = open();
  expect(await service.describe()).toMatchObject({
    path: '/data/observatory.db',
    backupFile: '/data/backups/observatory-20260131-120000.db',
    counts: { sessions: 0, records: 0, files: 0 },
    bytes: { database: expect.any(Number) as number, log: null },
    deletedFiles: [],
  });
  await store.close();
});

it('does one task at a time, and reports its progress', async () => {
  const { store, service, works } = open();
  expect(service.task()).toBeNull();
  expect(() => service.backup('backup.db')).toThrow('backup.db: use a whole path');
  service.backup('~/backup.db');
  const [work, events] = works[0] ?? [];
  expect(work).toEqual({ kind: 'backup', file: '/home/ada/backup.db' });
  expect(() => service.compact()).toThrow('A backup is running.');
  events?.progress(0.5);
  expect(service.task()).toMatchObject({ kind: 'backup', status: 'running', share: 0.5, startedAtMs: atMs });
  events?.end('The disk is full.');
  expect(service.task()).toMatchObject({ status: 'failed', problem: 'The disk is full.' });
  service.compact();
  works[1]?.[1].end(null);
  expect(service.task()).toMatchObject({ kind: 'compact', file: null, status: 'done', share: 1, problem: null });
  await store.close();
});

it('lets a file give back what was deleted, at once where it is followed', async () => {
  const { store, service, reread } = open();
  expect(await service.allowAgain('/followed/a.jsonl')).toEqual({ reread: true });
  expect(await service.allowAgain('/elsewhere/a.jsonl')).toEqual({ reread: false });
  expect(reread).toEqual(['/followed/a.jsonl']);
  await store.close();
});

it('lets the files of its subagents do so, too, which lie in a folder of its name', async () => {
  const { store, service, reread } = open();
  const paths = ['/followed/a.jsonl', '/followed/a/subagents/b.jsonl', '/followed/ab.jsonl'];
  for (const [at, place] of paths.entries()) {
    const source = makeSource({ id: `source ${at}`, path: place, sessionIds: [`s${at}`] });
    await store.append(makeBatch({ source, sessions: [makeSessionRow({ id: `s${at}` })] }));
  }
  await store.deleteSessions(['s0', 's1', 's2'], atMs);
  expect((await store.listDeletedFiles(5)).map((file) => file.path)).toEqual(paths);
  expect(await service.allowAgain('/followed/a.jsonl')).toEqual({ reread: true });
  expect(reread).toEqual(paths.slice(0, 2));
  expect((await store.listDeletedFiles(5)).map((file) => file.path)).toEqual(paths.slice(2));
  await store.close();
});

it('gives a copy out until it was read to its end, and leaves none behind', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-download-'));
  const { store, service, works } = open(path.join(folder, 'observatory.db'));
  const spool = path.join(folder, 'spool');
  const name = 'observatory-20260131-120000.db';
  const makeCopy = async () => {
    expect(service.startDownload()).toMatchObject({ kind: 'download', file: name, status: 'running' });
    expect(works.at(-1)?.[0]).toEqual({ kind: 'backup', file: path.join(spool, `7-${name}`) });
    await expect(service.takeDownload()).rejects.toMatchObject({ code: 'not_found' });
    await writeFile(path.join(spool, `7-${name}`), 'copy');
    works.at(-1)?.[1].end(null);
  };
  try {
    await makeCopy();
    expect(service.task()).toMatchObject({ status: 'done', copy: 'ready', bytes: 4 });
    // Out of reach for a moment, let go before its end, and read by two at a time.
    await rename(path.join(spool, `7-${name}`), path.join(folder, 'moved'));
    await expect(service.takeDownload()).rejects.toThrow('ENOENT');
    await rename(path.join(folder, 'moved'), path.join(spool, `7-${name}`));
    const { parts: letGo } = await service.takeDownload();
    await letGo.next();
    await letGo.return(undefined);
    expect(service.task()).toMatchObject({ copy: 'ready' });
    const { fileName, bytes, parts } = await service.takeDownload();
    const { parts: others } = await service.takeDownload();
    await others.next();
    expect([fileName, bytes]).toEqual([name, 4]);
    expect(Buffer.concat((await Readable.from(parts).toArray()) as Buffer[]).toString()).toBe('copy');
    expect(service.task()).toMatchObject({ status: 'done', copy: 'taken' });
    expect(await readdir(spool)).toEqual([]);
    await expect(service.takeDownload()).rejects.toMatchObject({ code: 'not_found' });
    // Never taken, and left at the end. A late end of the first one takes nothing of the next.
    await makeCopy();
    expect((await others.next()).done).toBe(true);
    expect(service.task()).toMatchObject({ copy: 'ready' });
    service.compact();
    expect(await readdir(spool)).toEqual([]);
    works.at(-1)?.[1].end(null);
    await makeCopy();
    service.close();
    expect(await readdir(spool)).toEqual([]);
  } finally {
    await store.close();
    await rm(folder, { recursive: true });
  }
});
