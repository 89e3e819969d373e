import { expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import { makeArchiveService, type StartWork } from './archive-service.ts';

const atMs = Date.UTC(2026, 0, 31, 12);

const open = () => {
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
    databaseFile: '/data/observatory.db',
    home: '/home/ada',
    startWork,
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
