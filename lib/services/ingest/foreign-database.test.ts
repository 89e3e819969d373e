import { copyFile, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import { largeDatabaseBytes, peekTables } from '../../sources/sqlite-schema.ts';
import { makeDatabaseArchive, type DatabaseArchive } from './__fixtures__/database-archive.ts';
import { openWriter, writeStore } from './__fixtures__/write-oats-store.ts';

let archive: DatabaseArchive;
beforeEach(async () => {
  archive = await makeDatabaseArchive();
});
afterEach(() => archive.close());

describe('a database of something else', () => {
  it.each([
    ['a Cursor database', 'CREATE TABLE ItemTable (key TEXT, value BLOB)', 'not_supported'],
    ['a table of the same name', 'CREATE TABLE trajectories (id INTEGER PRIMARY KEY, text TEXT)', 'not_recognized'],
    ['a view of the same name', schemaOfView(), 'not_recognized'],
    ['no table', '', 'not_recognized'],
  ])('is refused: %s', async (_name, sql, code) => {
    const file = path.join(archive.home, 'a.db');
    const db = new Database(file);
    db.pragma('user_version = 1');
    db.exec(sql);
    db.close();
    expect(await archive.importPath(file)).toMatchObject({ status: 'refused', sessionCount: 0, issues: [{ code, line: null }] });
  });
});

describe('a large database', () => {
  const fill = (file: string, sql: string, bytes = largeDatabaseBytes) => {
    const db = new Database(file);
    db.exec(sql);
    db.exec('CREATE TABLE filler (content BLOB)');
    db.prepare('INSERT INTO filler VALUES (zeroblob(?))').run(bytes);
    db.close();
  };

  it('of something else is refused by its tables before it is copied', async () => {
    const file = path.join(archive.home, 'state.vscdb');
    fill(file, 'CREATE TABLE ItemTable (key TEXT, value BLOB)');
    expect(await archive.importPath(file)).toMatchObject({ status: 'refused', sha256: null, issues: [{ code: 'not_supported' }] });
    expect(await readdir(archive.scratch)).toEqual([]);
  });

  it('of its agent is read whole', async () => {
    const file = path.join(archive.home, 'a.db');
    writeStore(file, 3);
    fill(file, '');
    expect((await stat(file)).size).toBeGreaterThan(largeDatabaseBytes);
    expect(await archive.importPath(file)).toMatchObject({ status: 'imported', records: 9 });
  });

  it('is looked at in whole where its list of tables does not end at its beginning', async () => {
    const file = path.join(archive.home, 'a.db');
    writeStore(file, 1);
    fill(file, '');
    const db = new Database(file);
    for (let index = 0; index < 150; index++) db.exec(`CREATE TABLE t${String(index)} (id INTEGER /* ${'x'.repeat(400)} */)`);
    db.close();
    expect(await peekTables(file, archive.scratch)).toBeNull();
    expect(await readdir(archive.scratch)).toEqual([]);
    expect(await archive.importPath(file)).toMatchObject({ status: 'imported', records: 3 });
  });

  it('is refused with the way to restore it where it is a backup of an archive', async () => {
    const file = path.join(archive.home, 'backup.db');
    await openStore(file, { migrationsFolder: path.resolve('db/migrations') }).close();
    expect(await archive.importPath(file)).toMatchObject({
      status: 'refused',
      issues: [{ message: expect.stringMatching(/^This is an archive of Trajectory Observatory, .*`data restore`/u) as string }],
    });
  });

  it('whose tables stand in its log alone is told by them', async () => {
    const file = path.join(archive.home, 'a.db');
    const writer = openWriter(file);
    expect((await peekTables(file, archive.scratch))?.map(({ name }) => name)).toEqual(['trajectories', 'turn_metrics']);
    writer.db.close();
  });
});

describe('a database that was dropped without its log', () => {
  it('says what may be missing, each time, and names the log where nothing else is there', async () => {
    const file = path.join(archive.home, 'trajectories.db');
    const writer = openWriter(file);
    writer.db.pragma('wal_autocheckpoint = 0');
    writer.addTurn(0);
    const spooled = path.join(archive.folder, 'spooled');
    await copyFile(file, spooled);
    const alone = await archive.importPath(spooled, 'trajectories.db');
    expect(alone).toMatchObject({ status: 'refused', issues: [{ code: 'not_recognized' }] });
    expect(alone.issues[0]?.message).toContain('-wal');
    writer.db.pragma('wal_checkpoint');
    writer.addTurn(1);
    await copyFile(file, spooled);
    for (const status of ['imported', 'unchanged']) {
      const dropped = await archive.importPath(spooled, 'trajectories.db');
      expect(dropped).toMatchObject({ status, records: 3, skippedLines: 0, issues: [{ code: 'missing_log', line: null }] });
      expect(dropped.issues[0]?.message).toContain('without trajectories.db-wal');
    }
    expect(await archive.importPath(file)).toMatchObject({ records: 6, issues: [] });
    writer.db.close();
    await rm(spooled);
  });

  it('says nothing where the database keeps no log', async () => {
    const file = path.join(archive.home, 'a.db');
    writeStore(file, 1);
    const db = new Database(file);
    db.pragma('journal_mode = DELETE');
    db.close();
    expect(await archive.importPath(file, 'trajectories.db')).toMatchObject({ records: 3, issues: [] });
  });
});

/** A view without an end, which must never be run. */
function schemaOfView(): string {
  return `CREATE VIEW trajectories AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n)
    SELECT id, 's' AS session_id, id AS turn_idx, 'x' AS role, 'prompt' AS kind, 'x' AS content, 1.0 AS created_at FROM n`;
}
