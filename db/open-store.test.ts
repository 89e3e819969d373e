import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { openStore } from './open-store.ts';

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
