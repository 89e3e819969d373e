import { withNormalTexts } from '../lib/store/with-normal-texts.ts';
import { makeSqliteStore, type SqliteStoreOptions } from '../lib/store/sqlite/sqlite-store.ts';
import type { Store } from '../lib/store/store.ts';
import { toDatabaseFile } from './data-folder.ts';
import { openDatabase, type OpenDatabase } from './open-database.ts';

export type OpenStore = Omit<OpenDatabase, 'file'> &
  SqliteStoreOptions & {
    /** How long a thread that answers nobody waits for another writer before it retries, in milliseconds; 0 by default. */
    busyTimeoutMs?: number;
    /** Every write fails. */
    isReadOnly?: boolean;
  };

/**
 * Opens an archive: the one place that knows which engines there are. A path, `file:` URL or `:memory:` is a SQLite database; any other
 * scheme fails with `invalid_input`. In texts, NUL and lone surrogates become U+FFFD before the engine. Closing the store closes the database. Fails as `openDatabase` does.
 */
export const openStore = (url: string, { busyTimeoutMs, isReadOnly = false, wait, now, limits, ...options }: OpenStore): Store => {
  const db = openDatabase({ ...options, file: toDatabaseFile(url) });
  if (busyTimeoutMs !== undefined) db.pragma(`busy_timeout = ${busyTimeoutMs}`);
  if (isReadOnly) db.pragma('query_only = ON');
  return withNormalTexts(makeSqliteStore(db, { ...(wait && { wait }), ...(now && { now }), ...(limits && { limits }) }));
};
