import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { openStore } from './open-store.ts';
import { makePrivate } from '../lib/sources/private-files.ts';

const migrationsFolder = path.resolve(import.meta.dirname, 'migrations');

it('opens the same archive by path and by URL, and refuses to write one that is read only', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'open-store-'));
  try {
    const file = path.join(folder, 'archive.db');
    const store = openStore(file, { migrationsFolder });
    await store.putWatched('/logs', 1);
    await store.close();
    const reader = openStore(pathToFileURL(file).href, { migrationsFolder, isReadOnly: true });
    expect(await reader.listWatched()).toEqual([{ path: '/logs', addedAtMs: 1 }]);
    await expect(reader.putWatched('/more', 2)).rejects.toThrow();
    await reader.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('names the scheme of an archive that no engine opens', () => {
  expect(() => openStore('postgres://localhost/archive', { migrationsFolder })).toThrow('no engine for postgres');
});

it('creates an archive that only its user can read, and takes what others may do with an older one away once', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'open-store-'));
  try {
    const data = path.join(folder, 'data');
    const store = openStore(path.join(data, 'archive.db'), { migrationsFolder });
    await store.putWatched('/logs', 1);
    const files = readdirSync(data).map((name) => path.join(data, name));
    const listModes = () => [data, ...files].map((one) => (statSync(one).mode & 0o777).toString(8));
    expect(files).toHaveLength(3);
    expect(listModes()).toEqual(['700', '600', '600', '600']);
    for (const one of files) chmodSync(one, 0o644);
    chmodSync(data, 0o755);
    const missing = path.join(data, 'missing');
    const paths = { data: [missing, ...files], trusted: [data] };
    expect(makePrivate(paths)).toEqual([data, ...files]);
    expect(listModes()).toEqual(['700', '600', '600', '600']);
    expect(makePrivate(paths)).toEqual([]);
    await store.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('says that the disk is full where an archive cannot be opened for that', async ({ skip }) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'open-store-'));
  try {
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3m,mode=700', 'tmpfs', folder]).status !== 0)
      skip('needs the right to mount a small disk');
    const file = path.join(folder, 'archive.db');
    await openStore(file, { migrationsFolder }).close();
    const filler = path.join(folder, 'filler');
    expect(() => writeFileSync(filler, Buffer.alloc(4 * 1024 ** 2))).toThrow('ENOSPC');
    const isFull = {
      code: 'disk_full',
      message: `The disk that holds ${file} is full. Nothing half-written was kept. Free some space and try again.`,
    };
    expect(() => openStore(file, { migrationsFolder })).toThrow(expect.objectContaining(isFull));
    rmSync(filler);
    await openStore(file, { migrationsFolder }).close();
  } finally {
    spawnSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true });
  }
});
