import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '../../../../db/open-store.ts';
import { makeBatch, makeSessionRow } from '../../make-batch.ts';

let folder = '';
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'projects-')));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

it('finds the repository of a folder before it takes the write lock, and keeps it when the folder goes', async () => {
  const [shop, file] = [path.join(folder, 'shop'), path.join(folder, 'archive.db')];
  mkdirSync(path.join(shop, '.git'), { recursive: true });
  mkdirSync(path.join(shop, 'app'));
  writeFileSync(path.join(shop, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  const store = openStore(file, { migrationsFolder: path.resolve('db/migrations') });
  const other = new Database(file);
  const rowOf = (id: string, over: object = {}) => makeSessionRow({ id, cwd: path.join(shop, 'app'), folderName: 'app', ...over });
  const child = { parentId: 'gone', relation: 'subagent', facts: { parentNativeId: { value: 'gone', at: [0, 1] } } } as const;
  const show = async (id: string) => {
    const { project, projectRoot, projectBasis } = (await store.findSession(id)) ?? {};
    return { project, projectRoot, projectBasis };
  };
  const found = { project: 'shop', projectRoot: shop, projectBasis: 'git' };
  other.exec('BEGIN IMMEDIATE');
  const appended = store.append(makeBatch({ sessions: [rowOf('gone'), rowOf('sub', child)] }));
  rmSync(shop, { recursive: true });
  other.close();
  await appended;
  await store.recomputeAggregates(['gone', 'sub']);
  expect([await show('gone'), await show('sub')]).toEqual([found, { ...found, projectBasis: 'parent' }]);
  await store.deleteSessions(['gone'], 0);
  await store.recomputeAggregates(['sub']);
  expect(await show('sub')).toEqual(found);
  await store.close();
});
