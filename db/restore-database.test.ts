import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { link, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fuzz, fuzzTimeout } from '../e2e/fuzz.ts';
import { applyMigrations } from './migrate-database.ts';
import { openDatabase } from './open-database.ts';
import { openStore } from './open-store.ts';
import { restoreDatabase } from './restore-database.ts';

const migrationsFolder = path.resolve(import.meta.dirname, 'migrations');
const migrations = readMigrationFiles({ migrationsFolder });

let folder: string;
let databaseFile: string;
let backup: string;
let asideFile: string;
const put = async (file: string, watched: string): Promise<void> => {
  const store = openStore(file, { migrationsFolder });
  await store.putWatched(watched, 1);
  await store.close();
};
const listWatched = async (file: string): Promise<string[]> => {
  const store = openStore(file, { migrationsFolder });
  try {
    return (await store.listWatched()).map((one) => one.path);
  } finally {
    await store.close();
  }
};
const restore = () => restoreDatabase({ backup, databaseFile, migrationsFolder, asideFile });

const change = (sql: string) => new Database(backup).exec(sql).close();

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-restore-'));
  [databaseFile, backup, asideFile] = ['archive.db', 'backup.db', 'aside.db'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  await put(databaseFile, '/before');
  const store = openStore(databaseFile, { migrationsFolder });
  await store.backup(backup);
  await store.putWatched('/after', 2);
  await store.close();
});
afterEach(() => rm(folder, { recursive: true }));

it('puts a backup in the place of the database, and keeps that and the backup', async () => {
  const bytes = await readFile(backup);
  expect(await restore()).toBe(true);
  expect(await listWatched(databaseFile)).toEqual(['/before']);
  expect((await listWatched(asideFile)).sort()).toEqual(['/after', '/before']);
  expect((await readFile(backup)).equals(bytes)).toBe(true);
  expect((await stat(databaseFile)).mode & 0o777).toBe(0o600);
  expect((await readdir(folder)).sort()).toEqual(['aside.db', 'archive.db', 'backup.db'].sort());
});

it('needs no database to restore one', async () => {
  await rm(databaseFile);
  expect(await restore()).toBe(false);
  expect(await listWatched(databaseFile)).toEqual(['/before']);
});

it('replaces a database that is damaged beyond opening', async () => {
  await writeFile(databaseFile, 'no database at all, of any kind, but a text');
  expect(await restore()).toBe(true);
  expect(await listWatched(databaseFile)).toEqual(['/before']);
  expect(await readFile(asideFile, 'utf8')).toContain('no database');
});

it('changes nothing while another process has the database open', async () => {
  const other = openStore(databaseFile, { migrationsFolder });
  await other.listWatched();
  await expect(restore()).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('is in use') as string });
  await other.putWatched('/still', 3);
  await other.close();
  expect((await listWatched(databaseFile)).sort()).toEqual(['/after', '/before', '/still']);
  expect(await readdir(folder)).not.toContain('aside.db');
});

it.each([
  ['is missing', () => rm(backup), 'not_found'],
  ['is a folder', async () => (await rm(backup), mkdir(backup)), 'unreadable'],
  ['is a pipe that nobody writes to', async () => (await rm(backup), spawnSync('mkfifo', [backup])), 'unreadable'],
  ['has a journal that is a pipe', () => spawnSync('mkfifo', [`${backup}-journal`]), 'unreadable'],
  ['lists no migrations', () => change('DELETE FROM __drizzle_migrations'), 'invalid_input'],
  ['lists them in another order', () => change('UPDATE __drizzle_migrations SET id = 100 - id'), 'invalid_input'],
  ['lists one of them only', () => change('DELETE FROM __drizzle_migrations WHERE id < 4'), 'invalid_input'],
  ['is empty', () => writeFile(backup, ''), 'invalid_input'],
  ['is no database', () => writeFile(backup, 'x'.repeat(5_000)), 'invalid_input'],
  ['is another program’s', async () => (await rm(backup), new Database(backup).exec('CREATE TABLE a (b)').close()), 'invalid_input'],
  [
    'lists its migrations in a view that never ends',
    () =>
      change(`ALTER TABLE __drizzle_migrations RENAME TO list;
        CREATE VIEW __drizzle_migrations AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id, id AS created_at FROM n`),
    'invalid_input',
  ],
  ['is of a newer version', () => change('INSERT INTO __drizzle_migrations (hash, created_at) VALUES (1, 9999999999999)'), 'conflict'],
  ['has a counter without a next number', () => change(`INSERT INTO sqlite_sequence VALUES ('raw_parts', ${2n ** 63n - 1n})`), 'damaged'],
  ['has a counter that is a text', () => change("INSERT INTO sqlite_sequence VALUES ('raw_parts', 'x')"), 'damaged'],
  ['has the last number', () => change(`INSERT INTO raw_parts VALUES (${2n ** 63n - 1n}, 'h', x'00')`), 'damaged'],
  [
    'is damaged',
    async () => {
      const bytes = await readFile(backup);
      await writeFile(backup, bytes.fill(0xa5, 8 * 4096, 40 * 4096));
    },
    'damaged',
  ],
])('changes nothing where the backup %s', async (_, spoil, code) => {
  await spoil();
  await expect(restore()).rejects.toMatchObject({ code });
  expect((await listWatched(databaseFile)).sort()).toEqual(['/after', '/before']);
  expect((await readdir(folder)).filter((name) => !/^(?:archive|backup)\.db/u.test(name))).toEqual([]);
});

it('turns bytes in the place of a text or a number into text, and keeps those that belong there', async () => {
  change(`UPDATE watched_folders SET path = CAST(path AS BLOB), added_at_ms = x'00ff31';
    INSERT INTO raw_parts VALUES (1, CAST('h' AS BLOB), x'00ff')`);
  expect(await restore()).toBe(true);
  const db = new Database(databaseFile);
  const read = (sql: string) => db.prepare(sql).raw().get();
  expect(read('SELECT path, typeof(path), typeof(added_at_ms) FROM watched_folders')).toEqual(['/before', 'text', 'text']);
  expect(read('SELECT hash, data FROM raw_parts')).toEqual(['h', Buffer.from([0, 0xff])]);
  db.close();
});

it('is refused where it is the archive itself, by whatever name', async () => {
  await rm(backup);
  await link(databaseFile, backup);
  await expect(restore()).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('is the archive itself') as string,
  });
  expect((await listWatched(databaseFile)).sort()).toEqual(['/after', '/before']);
});

it('removes what an interrupted restore left, not what one is working on', async () => {
  const gone = spawnSync('true').pid;
  const [left, other] = [gone, process.ppid].map((pid) => `archive.db.restored-${pid}-abcdef`) as [string, string];
  for (const name of [left, other]) await mkdir(path.join(folder, name));
  await restore();
  expect((await readdir(folder)).filter((name) => name.includes('restored'))).toEqual([other]);
});

it('is refused where it is a socket or a device', async () => {
  await rm(backup);
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(backup, resolve));
  await expect(restore()).rejects.toMatchObject({ code: 'unreadable' });
  await new Promise((resolve) => void server.close(resolve));
  backup = '/dev/zero';
  await expect(restore()).rejects.toMatchObject({ code: 'unreadable' });
});

it('leaves a folder and files beside the database alone that it did not make', async () => {
  const own = `${databaseFile}.restored`;
  await mkdir(own);
  await writeFile(path.join(own, 'notes.txt'), 'Mine');
  await restore();
  await mkdir(`${databaseFile}-journal`);
  await expect(restore()).rejects.toMatchObject({ code: 'unreadable' });
  expect(await readFile(path.join(own, 'notes.txt'), 'utf8')).toBe('Mine');
});

it('restores a backup whose migrations had other ends of lines', async () => {
  const db = new Database(backup).unsafeMode();
  db.pragma('writable_schema = ON');
  db.exec("UPDATE sqlite_schema SET sql = replace(sql, char(10), char(13) || char(10)) WHERE sql NOT LIKE '%VIRTUAL%'");
  db.close();
  expect(await restore()).toBe(true);
});

it('names both versions where the backup is of a newer one', async () => {
  change('INSERT INTO __drizzle_migrations (hash, created_at) VALUES (1, 9999999999999)');
  const [newer, known] = [migrations.length + 1, migrations.length];
  await expect(restore()).rejects.toThrow(`its tables have version ${newer}, and this program knows versions up to ${known}.`);
});

it.each(migrations.map((_, at) => at + 1))('restores a backup of version %i, with what it holds', async (version) => {
  await rm(backup);
  const db = new Database(backup);
  db.pragma('synchronous = OFF');
  db.transaction(() => {
    applyMigrations(db, migrations.slice(0, version));
    db.exec("INSERT INTO watched_folders VALUES ('/old', 1)");
    db.exec("INSERT INTO imports (id, origin, label, status, started_at_ms) VALUES ('i', 'upload', 'Old import', 'done', 1); ANALYZE");
  })();
  db.close();
  expect(await restore()).toBe(true);
  expect(await listWatched(databaseFile)).toEqual(['/old']);
  const restored = openDatabase({ file: databaseFile, migrationsFolder });
  expect(restored.prepare('SELECT label FROM imports').pluck().all()).toEqual(['Old import']);
  expect(restored.prepare('SELECT count(*) FROM __drizzle_migrations').pluck().get()).toBe(migrations.length);
  restored.close();
});

describe('a backup whose schema is another one', () => {
  type Named = { type: string; name: string; tbl_name: string; sql: string };
  const named = (() => {
    const db = new Database(':memory:');
    applyMigrations(db, migrations);
    const found = db.prepare<[], Named>('SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL').all();
    db.close();
    return found.filter(({ name }) => name !== 'sqlite_sequence');
  })();
  const tables = named.filter(({ type, sql }) => type === 'table' && !sql.includes('VIRTUAL')).map(({ name }) => name);
  const body = "BEGIN INSERT INTO watched_folders VALUES ('/', 1); END";

  const drops = fc.constantFrom(...named).map(({ type, name }) => ({ name, sql: `DROP ${type} \`${name}\`` }));
  const additions = fc.tuple(fc.constantFrom(...tables), fc.stringMatching(/^[a-z]{3,9}$/u)).chain(([table, suffix]) => {
    const name = `evil_${suffix}`;
    return fc
      .constantFrom(
        `CREATE TRIGGER ${name} AFTER INSERT ON \`${table}\` ${body}`,
        `CREATE TRIGGER ${name} BEFORE DELETE ON \`${table}\` ${body}`,
        `CREATE VIEW ${name} AS SELECT * FROM \`${table}\``,
        `CREATE INDEX ${name} ON \`${table}\` (random())`,
        `CREATE INDEX ${name} ON \`${table}\` (1)`,
        `CREATE TABLE ${name} (a, b AS (a + 1))`,
        `CREATE VIRTUAL TABLE ${name} USING fts5(text)`,
        `CREATE VIRTUAL TABLE ${name} USING dbstat`,
      )
      .map((sql) => ({ name, sql }));
  });
  const rewrite = ({ name, type }: Named, sql: string) => ({
    name,
    sql: `UPDATE sqlite_schema SET sql = '${sql.replaceAll("'", "''")}' WHERE name = '${name}' AND type = '${type}'`,
  });
  const changes = fc.constantFrom(...named).chain((one) =>
    fc.constantFrom(
      ...(one.type === 'table' && !one.sql.includes('VIRTUAL')
        ? [
            rewrite(one, one.sql.replace(/\)([^)]*)$/u, ', CHECK (length(hex(zeroblob(1e8))) > 0))$1')),
            rewrite(one, one.sql.replace('(', '(\n`more` text DEFAULT (1),')),
          ]
        : []),
      ...(one.type === 'trigger' ? [rewrite(one, one.sql.replace('BEGIN', "BEGIN INSERT INTO watched_folders VALUES ('/', 1);"))] : []),
      ...(one.type === 'index' ? [rewrite(one, `${one.sql} WHERE 1`)] : []),
      // Letters of a name for SQLite, though white space for others.
      ...(one.sql.includes('` ') ? ['\u00a0', '\ufeff'].map((letter) => rewrite(one, one.sql.replace('` ', `\`${letter}`))) : []),
      rewrite(one, one.sql.replaceAll(' ', '  ')),
      rewrite(one, 'gibberish'),
      rewrite(one, ''),
    ),
  );

  it(
    'is refused with the name of what was dropped, added or changed, and nothing of it runs',
    async () => {
      const whole = await readFile(backup);
      const hashOf = async (file: string) =>
        createHash('sha256')
          .update(await readFile(file))
          .digest('hex');
      const before = await hashOf(databaseFile);
      await fc.assert(
        fc.asyncProperty(fc.oneof(drops, additions, changes), async ({ name, sql }) => {
          await writeFile(backup, whole);
          const db = new Database(backup).unsafeMode();
          db.pragma('foreign_keys = OFF');
          db.pragma('writable_schema = ON');
          try {
            db.exec(sql);
          } catch {
            // SQLite refuses some, such as a function in an index.
            fc.pre(false);
          } finally {
            db.close();
          }
          const error = await restore().then(
            () => null,
            (reason: unknown) => reason,
          );
          expect(error).toMatchObject({ code: expect.stringMatching(/^(?:invalid_input|damaged)$/u) as string });
          expect(String(error)).toContain(name);
          expect([await hashOf(databaseFile), (await readdir(folder)).filter((one) => !one.startsWith('backup'))]).toEqual([
            before,
            ['archive.db'],
          ]);
        }),
        fuzz(60),
      );
    },
    fuzzTimeout(120_000),
  );
});
