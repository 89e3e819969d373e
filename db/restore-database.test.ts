import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from './open-store.ts';
import { restoreDatabase } from './restore-database.ts';

const migrationsFolder = path.resolve(import.meta.dirname, 'migrations');

let folder: string;
let databaseFile: string;
let backup: string;
let asideFile: string;
const put = async (file: string, watched: string): Promise<void> => {
  const store = openStore(file, { migrationsFolder });
  await store.putWatched(watched, 1);
  await store.close();
};
const listWatched = async (file: string): Promise<string[]> => {
  const store = openStore(file, { migrationsFolder });
  try {
    return (await store.listWatched()).map((one) => one.path);
  } finally {
    await store.close();
  }
};
const restore = () => restoreDatabase({ backup, databaseFile, migrationsFolder, asideFile });

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-restore-'));
  [databaseFile, backup, asideFile] = ['archive.db', 'backup.db', 'aside.db'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  await put(databaseFile, '/before');
  const store = openStore(databaseFile, { migrationsFolder });
  await store.backup(backup);
  await store.putWatched('/after', 2);
  await store.close();
});
afterEach(() => rm(folder, { recursive: true }));

it('puts a backup in the place of the database, and keeps that and the backup', async () => {
  const bytes = await readFile(backup);
  expect(await restore()).toBe(true);
  expect(await listWatched(databaseFile)).toEqual(['/before']);
  expect((await listWatched(asideFile)).sort()).toEqual(['/after', '/before']);
  expect((await readFile(backup)).equals(bytes)).toBe(true);
  expect((await stat(databaseFile)).mode & 0o777).toBe(0o600);
  expect((await readdir(folder)).sort()).toEqual(['aside.db', 'archive.db', 'backup.db'].sort());
});

it('needs no database to restore one', async () => {
  await rm(databaseFile);
  expect(await restore()).toBe(false);
  expect(await listWatched(databaseFile)).toEqual(['/before']);
});

it('replaces a database that is damaged beyond opening', async () => {
  await writeFile(databaseFile, 'no database at all, of any kind, but a text');
  expect(await restore()).toBe(true);
  expect(await listWatched(databaseFile)).toEqual(['/before']);
  expect(await readFile(asideFile, 'utf8')).toContain('no database');
});

it('changes nothing while another process has the database open', async () => {
  const other = openStore(databaseFile, { migrationsFolder });
  await other.listWatched();
  await expect(restore()).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('is in use') as string });
  await other.putWatched('/still', 3);
  await other.close();
  expect((await listWatched(databaseFile)).sort()).toEqual(['/after', '/before', '/still']);
  expect(await readdir(folder)).not.toContain('aside.db');
});

it.each([
  ['is missing', () => rm(backup), 'not_found'],
  ['is no database', () => writeFile(backup, 'x'.repeat(5_000)), 'invalid_input'],
  ['is another program’s', async () => (await rm(backup), new Database(backup).exec('CREATE TABLE a (b)').close()), 'invalid_input'],
  [
    'is of a newer version',
    () => new Database(backup).exec('INSERT INTO __drizzle_migrations (hash, created_at) VALUES (1, 9999999999999)').close(),
    'conflict',
  ],
  [
    'is damaged',
    async () => {
      const bytes = await readFile(backup);
      await writeFile(backup, bytes.fill(0xa5, 8 * 4096, 40 * 4096));
    },
    'damaged',
  ],
])('changes nothing where the backup %s', async (_, spoil, code) => {
  await spoil();
  await expect(restore()).rejects.toMatchObject({ code });
  expect((await listWatched(databaseFile)).sort()).toEqual(['/after', '/before']);
  expect((await readdir(folder)).filter((name) => !/^(?:archive|backup)\.db/u.test(name))).toEqual([]);
});
