import path from 'node:path';
import { toDatabasePath } from '../db/data-folder.ts';
import { openStore } from '../db/open-store.ts';
import { processVariables } from '../lib/server/env.ts';
import type { Store } from '../lib/store/store.ts';

/** Beside the bundle in dist/. */
export const migrationsFolder = path.resolve(import.meta.dirname, '../db/migrations');

export type Archive = { store: Store; databaseFile: string };

/** Less than the server's: a command reads little twice, and an import writes mostly at the end of each table. */
const cacheBytes = 8 * 1024 * 1024;

/** Opens the same database as the server, gives it to `use`, and closes it whatever happens. */
export const withArchive = async <T>(use: (archive: Archive) => Promise<T>): Promise<T> => {
  const databaseFile = toDatabasePath(processVariables());
  const store = openStore(databaseFile, { migrationsFolder, cacheBytes });
  try {
    return await use({ store, databaseFile });
  } finally {
    await store.close();
  }
};
