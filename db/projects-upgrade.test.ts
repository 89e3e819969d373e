import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseQuery } from '../lib/search/query.ts';
import { recoverArchive } from '../lib/services/ingest/finish-archive.ts';
import { makeBatch, makeSessionRow } from '../lib/store/make-batch.ts';
import { applyMigrations } from './migrate-database.ts';
import { openStore } from './open-store.ts';

const migrationsFolder = path.resolve(import.meta.dirname, 'migrations');
const home = '/home/no-such-person';
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'projects-upgrade-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

type Row = Readonly<Record<string, string | number | null>>;

/** An archive as the version before projects were roots left it: each project is the name of a folder. */
const writeOld = (file: string): void => {
  const db = new Database(file);
  applyMigrations(
    db,
    readMigrationFiles({ migrationsFolder }).filter(({ folderMillis }) => folderMillis < 1_796_000_038_000),
  );
  const put = (table: string, row: Row): void => {
    const columns = db.prepare<[], { name: string; notnull: number; dflt_value: string | null; type: string }>(
      `PRAGMA table_info(${table})`,
    );
    const needed = columns.all().filter((column) => column.notnull === 1 && column.dflt_value === null);
    const filled: Row = { ...Object.fromEntries(needed.map(({ name, type }) => [name, type.toLowerCase() === 'text' ? '' : 0])), ...row };
    const names = Object.keys(filled);
    db.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`).run(Object.values(filled));
  };
  const putSession = (id: string, cwd: string | null, more: Row = {}): void => {
    const project = cwd?.split('/').at(-1) ?? null;
    const json = { models: '[]', facts: '{}', head: '{}' };
    put('sessions', { id, native_id: id, family: 'codex', format: 'codex', project, cwd, settled: 1, ...json, ...more });
  };
  putSession('shop', `${home}/shop`);
  putSession('fees', `${home}/shop/.claude/worktrees/fees`);
  putSession('home', home);
  for (const place of ['work', 'play']) putSession(place, `${home}/${place}/api`);
  putSession('agent', `${home}/tmp`, { project: 'shop', parent_id: 'shop', relation: 'subagent' });
  // Nothing says in which folder these ran; of one, its name is known.
  putSession('nowhere', null);
  putSession('named', null, { project: 'named' });
  putSession('of-nowhere', `${home}/work/tool`, { parent_id: 'nowhere', relation: 'subagent' });
  putSession('of-named', `${home}/work/other`, { parent_id: 'named', relation: 'subagent' });
  putSession('below', `${home}/below`, { parent_id: 'of-nowhere', relation: 'subagent' });
  const found = { fingerprint: 'f', observer: 'stall', observer_name: 'Stall', title: 't', content: 'c', severity: 1, state: 'open' };
  put('observations', {
    ...found,
    session_id: 'fees',
    id: 'o',
    project: 'fees',
    source_type: 'tool',
    metadata: '{}',
    search_text: 't fees',
  });
  put('observation_groups', { ...found, projects: '["fees"]', search_text: 't fees' });
  db.close();
};

it('finds the projects of an older archive, where names that people stored go on matching', async () => {
  const file = path.join(folder, 'archive.db');
  writeOld(file);
  const store = openStore(file, { migrationsFolder });
  const page = { cursor: null, limit: 20 };
  const listed = await store.listSessions({ includeChildren: true }, 'title', false, page);
  expect(listed.items.map(({ id, project, folderName, projectBasis }) => [id, project, folderName, projectBasis])).toEqual([
    ['agent', 'shop', 'shop', 'parent'],
    ['below', 'tool', 'tool', 'parent'],
    ['fees', 'shop', 'fees', 'worktree_path'],
    ['home', '~', 'no-such-person', 'folder'],
    ['named', 'named', 'named', null],
    ['nowhere', null, null, null],
    ['of-named', 'named', 'named', 'parent'],
    ['of-nowhere', 'tool', 'tool', 'folder'],
    ['play', 'play/api', 'api', 'folder'],
    ['shop', 'shop', 'shop', 'folder'],
    ['work', 'work/api', 'api', 'folder'],
  ]);
  const find = async (project: string) =>
    (await store.listSessions({ project, includeChildren: true }, 'title', false, page)).items.map(({ id }) => id);
  const stored = { shop: ['agent', 'fees', 'shop'], fees: ['agent', 'fees', 'shop'], api: ['play', 'work'], 'no-such-person': ['home'] };
  for (const [name, ids] of Object.entries(stored)) {
    expect([name, await find(name)]).toEqual([name, ids]);
    const { problems, ...asked } = parseQuery(`project:${name}`, 0);
    expect(problems).toEqual([]);
    const values = await store.listSearchValues('session', '', { ...asked, limit: 10 });
    expect([name, values.map(({ value }) => value).sort()]).toEqual([name, ids]);
  }
  const all = { sort: 'created_at', descending: false, ...page, nowMs: 1 } as const;
  const { items } = await store.listObservations({ ...all, filter: { withCleared: true } });
  expect(items.map(({ project, fingerprint }) => [project, fingerprint])).toEqual([['shop', 'f']]);
  const groups = await store.listObservationGroups({ ...all, filter: { withCleared: true }, zoneMinutes: 0 });
  expect(groups.items.map(({ projects }) => projects)).toEqual([['shop']]);
  await store.close();
  const db = new Database(file, { readonly: true });
  const waiting = `SELECT count(*) FROM sessions INDEXED BY sessions_unplaced
    WHERE project_root IS NULL AND cwd IS NOT NULL AND project_basis IS NOT 'parent'`;
  expect(db.prepare(waiting).pluck().get()).toBe(0);
  db.close();
});

it('knows in the next process that a place has gone', async () => {
  const file = path.join(folder, 'archive.db');
  const folders = ['work/api', 'play/api', ...Array.from({ length: 120 }, (_, at) => `many/p${at}`)];
  const sessions = folders.map((cwd) => makeSessionRow({ id: cwd, cwd: `${home}/${cwd}`, folderName: cwd.split('/').at(-1) ?? null }));
  const before = openStore(file, { migrationsFolder });
  await before.append(makeBatch({ sessions }));
  await before.deleteSessions(['play/api'], 0);
  expect((await before.findSession('work/api'))?.project).toBe('work/api');
  await before.close();
  const after = openStore(file, { migrationsFolder });
  await recoverArchive(after);
  expect((await after.findSession('work/api'))?.project).toBe('api');
  await after.close();
});
