import type { Database } from 'better-sqlite3';

/**
 * `search`: the last `fts_id` that was looked at. `search_pairs`: the sum of the numbers of the records in `search_pairs`. `search_purge`:
 * 1 when the index is to be merged into one part, which also takes deleted words out of the file; 2 while it is. `search_merged`: the
 * `search` at which the last merge began. `search_damaged`: 1 when the index was found damaged.
 */
export type StateName = 'search' | 'search_pairs' | 'search_purge' | 'search_merged' | 'search_damaged';

/** Numbers that the search index keeps about itself; 0 where nothing is stored. */
export const makeIndexState = (db: Database) => {
  const get = db.prepare<[string], number>('SELECT value FROM index_state WHERE name = ?').pluck();
  const set = db.prepare<[string, number]>(
    'INSERT INTO index_state (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  return {
    get: (name: StateName): number => get.get(name) ?? 0,
    set: (name: StateName, value: number): void => void set.run(name, value),
  };
};
export type IndexState = ReturnType<typeof makeIndexState>;
