import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
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
