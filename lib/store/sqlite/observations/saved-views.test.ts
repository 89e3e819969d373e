import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '../../../../db/open-store.ts';
import type { Store } from '../../store.ts';

let folder: string;
let file: string;
let store: Store;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'observatory-views-'));
  file = path.join(folder, 'observatory.db');
  store = openStore(file, { migrationsFolder: path.resolve(import.meta.dirname, '../../../../db/migrations') });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

it.each(['{"filter":{"states":["parked"]}}', '{"filter":{"mood":"good"}}', '{"filter":', 'null'])(
  'lists a view that another version saved as %s, to be deleted, and all others',
  async (text) => {
    const shown = { filter: { q: 'rm' }, view: 'single', sort: 'seen', order: 'asc' } as const;
    await store.putSavedView({ id: 'good', name: 'Good', shown, savedAtMs: 1 });
    await store.putSavedView({ id: 'odd', name: 'Odd', shown, savedAtMs: 1 });
    const db = new Database(file);
    db.prepare("UPDATE saved_views SET shown = ? WHERE id = 'odd'").run(text);
    db.close();
    expect((await store.listSavedViews()).map((view) => [view.name, view.shown])).toEqual([
      ['Good', shown],
      ['Odd', null],
    ]);
    expect(await store.deleteSavedView('odd')).toBe(true);
    expect(await store.listSavedViews()).toHaveLength(1);
  },
);
