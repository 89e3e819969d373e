import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openStore } from '../../../../db/open-store.ts';
import { findGitRoot } from '../../../sources/find-git-root.ts';
import { makeBatch, makeSessionRow } from '../../make-batch.ts';

vi.mock('../../../sources/find-git-root.ts', { spy: true });

let folder = '';
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'projects-')));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

it('finds the repository of a folder before it takes the write lock, and keeps it when the folder goes', async () => {
  const [shop, file] = [path.join(folder, 'shop'), path.join(folder, 'archive.db')];
  mkdirSync(path.join(shop, '.git'), { recursive: true });
  mkdirSync(path.join(shop, 'app'));
  writeFileSync(path.join(shop, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  const store = openStore(file, { migrationsFolder: path.resolve('db/migrations') });
  const other = new Database(file, { timeout: 0 });
  const real = await vi.importActual<{ findGitRoot: typeof findGitRoot }>('../../../sources/find-git-root.ts');
  vi.mocked(findGitRoot).mockImplementation((cwd) => {
    other.exec('BEGIN IMMEDIATE; ROLLBACK');
    return real.findGitRoot(cwd);
  });
  const rowOf = (id: string, over: object = {}) => makeSessionRow({ id, cwd: path.join(shop, 'app'), folderName: 'app', ...over });
  const child = { parentId: 'gone', relation: 'subagent', facts: { parentNativeId: { value: 'gone', at: [0, 1] } } } as const;
  const show = async (id: string) => {
    const { project, projectRoot, projectBasis } = (await store.findSession(id)) ?? {};
    return { project, projectRoot, projectBasis };
  };
  const found = { project: 'shop', projectRoot: shop, projectBasis: 'git' };
  await store.append(makeBatch({ sessions: [rowOf('gone'), rowOf('sub', child)] }));
  await store.recomputeAggregates(['gone', 'sub']);
  expect([await show('gone'), await show('sub')]).toEqual([found, { ...found, projectBasis: 'parent' }]);
  expect(findGitRoot).toHaveBeenCalled();
  await store.deleteSessions(['gone'], 0);
  rmSync(shop, { recursive: true });
  await store.recomputeAggregates(['sub']);
  expect(await show('sub')).toEqual(found);
  other.close();
  await store.close();
});
