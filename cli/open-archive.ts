import path from 'node:path';
import { listPrivatePaths, toDatabasePath } from '../db/data-folder.ts';
import { openStore } from '../db/open-store.ts';
import { makePrivate } from '../db/private-files.ts';
import { processVariables } from '../lib/server/env.ts';
import type { Store } from '../lib/store/store.ts';

/** Relative to the bundle in dist/. */
export const migrationsFolder = path.resolve(import.meta.dirname, '../db/migrations');

export type Archive = { store: Store; databaseFile: string };

/** Less than the server's: a command rarely reads a page twice, and an import mostly appends. */
const cacheBytes = 8 * 1024 * 1024;

/** Opens the server's database, passes it to `use`, and always closes it. */
export const withArchive = async <T>(use: (archive: Archive) => Promise<T>): Promise<T> => {
  const databaseFile = toDatabasePath(processVariables());
  for (const one of makePrivate(listPrivatePaths(processVariables())))
    process.stderr.write(`Other users of this machine could read ${one}; now only you can.\n`);
  const store = openStore(databaseFile, { migrationsFolder, cacheBytes });
  try {
    return await use({ store, databaseFile });
  } finally {
    await store.close();
  }
};
