import path from 'node:path';
import { listPrivatePaths, toConfigPath, toDatabasePath } from '../db/data-folder.ts';
import { openStore } from '../db/open-store.ts';
import { AppError } from '../lib/domain/errors.ts';
import { processVariables } from '../lib/server/env.ts';
import { isAppError } from '../lib/server/problem.ts';
import { findExposure, makePrivate } from '../lib/sources/private-files.ts';
import type { Store } from '../lib/store/store.ts';
import { printNote } from './print.ts';

/** Relative to the bundle in dist/. */
export const migrationsFolder = path.resolve(import.meta.dirname, '../db/migrations');

export type Archive = { store: Store; databaseFile: string };

/** Less than the server's: a command rarely reads a page twice, and an import mostly appends. */
const cacheBytes = 8 * 1024 * 1024;

/** Opens the server's database, passes it to `use`, and always closes it. While it is empty, it is named. */
export const withArchive = async <T>(use: (archive: Archive) => Promise<T>): Promise<T> => {
  const variables = processVariables();
  const databaseFile = toDatabasePath(variables);
  for (const one of makePrivate(listPrivatePaths(variables))) printNote(`Other users of this machine could open ${one}; now only you can.`);
  for (const folder of new Set([databaseFile, toConfigPath(variables)].map((file) => path.dirname(file)))) {
    const exposure = findExposure(folder);
    if (exposure !== null) printNote(`${exposure} Until then, only the database there is used.`);
  }
  const store = openStore(databaseFile, { migrationsFolder, cacheBytes });
  const hint = `No sessions yet in ${databaseFile}. Import some with \`observatory import PATH\`.`;
  try {
    const result = await use({ store, databaseFile });
    if (await store.isEmpty()) printNote(hint);
    return result;
  } catch (error) {
    if (isAppError(error) && error.code === 'not_found' && (await store.isEmpty()))
      throw new AppError(error.code, `${error.message} ${hint}`, error.details);
    throw error;
  } finally {
    await store.close();
  }
};
