import type { Database } from 'better-sqlite3';
import type { Changes } from './changes.ts';

export const makeWatched = (db: Database, changes: Changes) => {
  const list = db.prepare<[], { path: string; addedAtMs: number }>(
    'SELECT path, added_at_ms AS addedAtMs FROM watched_folders ORDER BY added_at_ms, path',
  );
  const add = db.prepare<[string, number]>('INSERT INTO watched_folders (path, added_at_ms) VALUES (?, ?) ON CONFLICT (path) DO NOTHING');
  const remove = db.prepare<[string]>('DELETE FROM watched_folders WHERE path = ?');
  const announce = (path: string, changed: number): void => {
    if (changed > 0) changes.add('watch', path);
  };
  return {
    list: () => list.all(),
    put: (path: string, addedAtMs: number): void => announce(path, add.run(path, addedAtMs).changes),
    delete: (path: string): void => announce(path, remove.run(path).changes),
  };
};
