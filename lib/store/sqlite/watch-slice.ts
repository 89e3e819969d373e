import type { Database } from 'better-sqlite3';
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { watchedFolders } from '../../../db/schema.ts';
import type { WatchStore } from '../watch-store.ts';
import type { Changes } from './changes.ts';
import type { Transactions } from './transactions.ts';

export const makeWatchSlice = (db: Database, { reading, writing }: Transactions, changes: Changes): WatchStore => {
  const database = drizzle(db);
  const announce = (path: string, changed: number): void => {
    if (changed > 0) changes.add('watch', path);
  };
  return {
    listWatched: reading(() => database.select().from(watchedFolders).orderBy(watchedFolders.addedAtMs, watchedFolders.path).all()),
    putWatched: writing((path, addedAtMs) =>
      announce(path, database.insert(watchedFolders).values({ path, addedAtMs }).onConflictDoNothing().run().changes),
    ),
    deleteWatched: writing((path) => announce(path, database.delete(watchedFolders).where(eq(watchedFolders.path, path)).run().changes)),
  };
};
