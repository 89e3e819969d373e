import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Database from 'better-sqlite3';
import * as z from 'zod';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkDatabase } from '../../../db/check-database.ts';
import { openDatabase } from '../../../db/open-database.ts';
import { countFailures, makeCalls } from '../build-reducer.ts';
import { makeBatch, makeRecordRow, makeSessionRow } from '../make-batch.ts';
import { buildConversation } from '../build-conversation.ts';
import { buildRunEnd } from '../build-review.ts';
import { parseStored } from './json.ts';
import { makeSqliteStore } from './sqlite-store.ts';
import { makeTransactions } from './transactions.ts';

const migrationsFolder = path.resolve(import.meta.dirname, '../../../db/migrations');

describe('the SQLite store under pressure', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'observatory-durability-'));
    file = path.join(folder, 'observatory.db');
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const open = () => openDatabase({ file, migrationsFolder });

  it('waits while another connection writes, and gives up at the deadline with nothing written', async () => {
    const blocker = open();
    let waits = 0;
    let release = Number.POSITIVE_INFINITY;
    const wait = async () => {
      waits += 1;
      if (waits === release) blocker.exec('COMMIT');
      await setTimeout(5);
    };
    const store = makeSqliteStore(open(), { wait, deadlineMs: 50 });
    blocker.exec('BEGIN IMMEDIATE');
    await expect(store.append(buildConversation('s'))).rejects.toMatchObject({ code: 'store_busy' });
    expect(waits).toBeGreaterThan(1);
    expect(await store.findSession('s')).toBeNull();
    release = waits + 3;
    await store.append(buildConversation('s'));
    expect(waits).toBe(release);
    expect(await store.countRecords('s')).toBe(9);
    await store.close();
    blocker.close();
  });

  it('lets others write between its own writes, in the order in which they asked', async () => {
    const [busy, other] = [makeSqliteStore(open()), makeSqliteStore(open())];
    await busy.append(buildConversation('s'));
    const done: string[] = [];
    let isOver = false;
    const keepBusy = async () => {
      while (!isOver) await busy.append(makeCalls('busy', [{ id: randomUUID(), callIndex: 1 }]));
    };
    const busyUntil = keepBusy();
    await Promise.all(
      ['a', 'b', 'c'].map(async (id) => {
        await other.append(buildConversation(id));
        done.push(id);
      }),
    );
    isOver = true;
    await busyUntil;
    expect(done).toEqual(['a', 'b', 'c']);
    await Promise.all([busy.close(), other.close()]);
  });

  it('commits what is asked for in one turn together, and without what fails in it', async () => {
    const db = open();
    let commits = 0;
    const prepare = db.prepare.bind(db);
    db.prepare = ((sql: string) => {
      const statement = prepare(sql);
      if (sql !== 'COMMIT') return statement;
      const run = statement.run.bind(statement);
      return Object.assign(statement, { run: () => ((commits += 1), run()) });
    }) as typeof db.prepare;
    const store = makeSqliteStore(db);
    await Promise.all(['a', 'b', 'c'].map((id) => store.append(buildConversation(id))));
    expect(commits).toBe(1);
    const bad = makeBatch({ sessions: [makeSessionRow({ id: 'bad' })], records: [makeRecordRow({ sessionId: 'none', seq: 1 })] });
    const ends = await Promise.allSettled([store.append(buildConversation('d')), store.append(bad), store.append(buildConversation('e'))]);
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const counts = await Promise.all(['a', 'b', 'c', 'd', 'bad', 'e'].map((id) => store.countRecords(id)));
    expect(counts).toEqual([9, 9, 9, 9, 0, 9]);
    expect(await store.findSession('bad')).toBeNull();
    await store.close();
  });

  it('lets others write before all that is asked for at once is stored', async () => {
    const store = makeSqliteStore(open());
    const other = makeSqliteStore(open());
    const ids = Array.from({ length: 600 }, (_, at) => `s${at}`);
    const done = Promise.all(ids.map((id) => store.append(buildConversation(id))));
    await other.announce('session', 'x');
    const stored = await Promise.all(ids.map((id) => other.countRecords(id)));
    await done;
    expect(stored.at(-1)).toBe(0);
    await Promise.all([store.close(), other.close()]);
  });

  it('marks nothing as observed that was stored while the mark waited', async () => {
    const [blocker, other] = [open(), makeSqliteStore(open())];
    const wait = async () => {
      if (!blocker.inTransaction) return;
      blocker.exec('COMMIT');
      await other.append(makeCalls('s', [{ id: 'c2', callIndex: 2, failed: true }]));
      await other.recomputeAggregates(['s']);
    };
    const store = makeSqliteStore(open(), { wait });
    await store.append(makeCalls('s', [{ id: 'c1', callIndex: 1 }]));
    await store.recomputeAggregates(['s']);
    await store.reduceCalls('s', 'failures-1', 10, countFailures);
    // Something that is no call: observers have seen all there is, and the mark is out of date.
    await store.append(makeBatch({ sessions: [makeSessionRow({ id: 's' })], records: [makeRecordRow({ sessionId: 's', seq: 9 })] }));
    await store.recomputeAggregates(['s']);
    blocker.exec('BEGIN IMMEDIATE');
    expect(await store.reduceCalls('s', 'failures-1', 10, countFailures)).toMatchObject({ reduced: 1, assessments: [{ callId: 'c2' }] });
    await Promise.all([store.close(), other.close()]);
    blocker.close();
  });

  it('is whole after the writer was killed in the middle', async () => {
    const script = path.join(import.meta.dirname, 'crash-writer.ts');
    const writer = spawn(process.execPath, ['--import', 'tsx', script, file, migrationsFolder], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise<void>((resolve) => {
      let batches = 0;
      writer.stdout.on('data', (dots: Buffer) => {
        batches += dots.length;
        if (batches > 10) resolve();
      });
    });
    const died = new Promise((resolve) => writer.once('exit', resolve));
    writer.kill('SIGKILL');
    await died;
    const db = open();
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    const store = makeSqliteStore(db);
    const records = await store.countRecords('s');
    expect(records).toBeGreaterThanOrEqual(2_000);
    expect((await store.findSource('/logs/source.jsonl'))?.lines).toBe(records);
    const filter = { fingerprint: 'crash' };
    const { total } = await store.listObservations({ filter, sort: 'seen', descending: true, cursor: null, limit: 1, nowMs: 0 });
    expect([total >= 500, total % 50]).toEqual([true, 0]);
    expect(await store.findObservationGroup('crash', 0, 0)).toMatchObject({ observations: total, seen: total });
    const countRuns = async () => {
      const ended = (await store.listReviewRuns({ state: 'done' }, { cursor: null, limit: 1 })).total;
      const found = { filter: { observers: ['team/a'] }, sort: 'seen' as const, descending: true, cursor: null, limit: 1, nowMs: 0 };
      return { ended, found: (await store.listObservations(found)).total };
    };
    const { ended, found } = await countRuns();
    expect([ended >= 10, found]).toEqual([true, 100 * ended]);
    expect(await store.listReviewedStates('s')).toMatchObject([{ states: JSON.stringify([`run ${ended - 1}`]) }]);
    expect(await store.listTransitions(total + found, 1)).toEqual([]);
    // The one that it was at, if any, is begun again.
    const left = await store.claimReviewRun('next', 1_000, 2_000);
    expect(left?.id ?? `run ${ended}`).toBe(`run ${ended}`);
    if (left) await store.endReviewRun({ runId: left.id, owner: 'next' }, buildRunEnd(left.id, 100));
    expect(await countRuns()).toEqual({ ended: ended + Number(left !== null), found: found + (left ? 100 : 0) });
    expect(await store.listStaleSessions()).toEqual(['s']);
    await store.recomputeAggregates(['s']);
    expect(await store.findSession('s')).toMatchObject({ records });
    await store.close();
  });
});

describe('openDatabase', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'observatory-open-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('makes the folder, and opens again what it made', () => {
    const file = path.join(folder, 'a/b/observatory.db');
    openDatabase({ file, migrationsFolder }).close();
    const db = openDatabase({ file, migrationsFolder });
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1);
    db.close();
  });

  it.skipIf(!existsSync('/proc/locks'))('keeps the lock that other programs see when another thread opens the same file', () => {
    const file = path.join(folder, 'observatory.db');
    const first = openDatabase({ file, migrationsFolder });
    const { ino } = statSync(file);
    const isLocked = () =>
      readFileSync('/proc/locks', 'utf8')
        .split('\n')
        .some((line) => line.includes(` ${process.pid} `) && line.includes(`:${ino} `));
    first.prepare('SELECT count(*) FROM sessions').get();
    expect(isLocked()).toBe(true);
    // Without it, the last other program that closes the archive deletes the log to which this one goes on writing.
    openDatabase({ file, migrationsFolder }).close();
    expect(isLocked()).toBe(true);
    first.close();
  });

  it.each([
    ['newer', "INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('later', 99999999999999)", /newer version/],
    ['not released', "UPDATE __drizzle_migrations SET hash = 'earlier', created_at = 1700000000000", /before the first release/],
  ])('refuses a database of a version that is %s', (_, change, message) => {
    const file = path.join(folder, 'observatory.db');
    const db = openDatabase({ file, migrationsFolder });
    db.exec(change);
    db.close();
    expect(() => openDatabase({ file, migrationsFolder })).toThrow(
      expect.objectContaining({ code: 'conflict', message: expect.stringMatching(message) }),
    );
  });

  it('names a file that is no database, and leaves it alone', () => {
    const file = path.join(import.meta.dirname, 'durability.test.ts');
    expect(() => openDatabase({ file, migrationsFolder })).toThrow(expect.objectContaining({ code: 'unreadable' }));
    expect(() => openDatabase({ file: folder, migrationsFolder })).toThrow(
      expect.objectContaining({ code: 'unreadable', message: `${folder} is a folder, not a database file.` }),
    );
    expect(() => openDatabase({ file: path.join(file, 'x.db'), migrationsFolder })).toThrow(expect.objectContaining({ code: 'forbidden' }));
  });

  it.each([
    ['of another program', 'CREATE TABLE a (b)'],
    [
      'of another program that lists migrations, too',
      'CREATE TABLE a (b); CREATE TABLE __drizzle_migrations (id, hash, created_at); INSERT INTO __drizzle_migrations VALUES (1, 1, 9e12)',
    ],
  ])('leaves a database %s alone to the byte', (_, sql) => {
    const file = path.join(folder, 'other.db');
    new Database(file).exec(sql).close();
    const bytes = readFileSync(file);
    expect(() => openDatabase({ file, migrationsFolder })).toThrow(
      expect.objectContaining({ code: 'unreadable', message: expect.stringContaining('not one of Trajectory Observatory') }),
    );
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  it('does not wait for a pipe, and opens no device', () => {
    const pipe = path.join(folder, 'pipe');
    spawnSync('mkfifo', [pipe]);
    for (const file of [pipe, '/dev/zero'])
      expect(() => openDatabase({ file, migrationsFolder })).toThrow(expect.objectContaining({ code: 'unreadable' }));
  });

  it.each([
    ['the table records is missing', 'PRAGMA foreign_keys = OFF; DROP TABLE records'],
    [
      'the trigger watch_all is added. No version creates it. Remove it with: DROP TRIGGER "watch_all"',
      "CREATE TRIGGER watch_all AFTER INSERT ON records BEGIN INSERT INTO watched_folders VALUES ('/', 1); END",
    ],
    ['the numbers of the table changes are used up', `INSERT INTO sqlite_sequence VALUES ('changes', ${2n ** 63n - 1n})`],
    [null, 'CREATE VIEW records_of AS SELECT * FROM records'],
    [null, 'CREATE INDEX my_records ON records (session_id)'],
  ])('finds where its tables and triggers are others: %s', async (problem, sql) => {
    const file = path.join(folder, 'observatory.db');
    openDatabase({ file, migrationsFolder }).exec(sql).close();
    expect(checkDatabase(file, migrationsFolder)).toEqual({ problem, searchProblem: null });
    const store = makeSqliteStore(openDatabase({ file, migrationsFolder }));
    expect(await store.isDamaged()).toBe(problem !== null);
    if (problem?.includes('records is missing') === true)
      await expect(store.previewDeletion({ project: 'p' })).rejects.toMatchObject({
        code: 'damaged',
        message: expect.stringContaining(`${file} is damaged: its tables are not those of its version (no such table: records).`) as string,
      });
    await store.close();
  });

  it('says that a newer version changed the tables meanwhile, not that they are damaged', async () => {
    const file = path.join(folder, 'observatory.db');
    const store = makeSqliteStore(openDatabase({ file, migrationsFolder }));
    const newer = openDatabase({ file, migrationsFolder });
    newer.exec(
      "INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('newer', 9e12); ALTER TABLE watched_folders RENAME path TO place",
    );
    newer.close();
    const outdated = {
      code: 'conflict',
      message: expect.stringContaining(`newer version of Trajectory Observatory brought the database ${file}`),
    };
    await expect(store.listWatched()).rejects.toMatchObject(outdated);
    await expect(store.putWatched('/', 1)).rejects.toMatchObject(outdated);
    expect(await store.isDamaged()).toBe(false);
    await store.close();
  });

  it('leaves what a caller throws in a transaction as it is, and names a stored value that cannot be read', async () => {
    const db = openDatabase({ file: ':memory:', migrationsFolder });
    const { read } = makeTransactions(db, { wait: async () => undefined, deadlineMs: 0 });
    for (const fail of [() => JSON.parse('{') as unknown, () => z.number().parse('x')]) {
      const thrown = await read(fail).catch((error: unknown) => error);
      expect([thrown instanceof SyntaxError, thrown instanceof z.ZodError].filter(Boolean)).toHaveLength(1);
    }
    await expect(read(() => parseStored(z.number(), 'x'))).rejects.toMatchObject({ code: 'unreadable' });
    await expect(read(() => db.prepare("SELECT value FROM json_each('{')").all())).rejects.toMatchObject({ code: 'unreadable' });
    db.close();
  });

  it('takes no more writes once damage was found, from any process, until it is whole again', async () => {
    const file = path.join(folder, 'observatory.db');
    const store = makeSqliteStore(openDatabase({ file, migrationsFolder }));
    const records = Array.from({ length: 500 }, (_, seq) => makeRecordRow({ sessionId: 's', seq, text: 'x'.repeat(4_000) }));
    await store.append(makeBatch({ sessions: [makeSessionRow({ id: 's' })], records }));
    expect(checkDatabase(file, migrationsFolder).problem).toBeNull();
    expect(await store.isDamaged()).toBe(false);
    await store.close();
    const whole = readFileSync(file);
    const broken = Buffer.from(whole);
    for (let page = Math.floor((whole.length / 4096) * 0.7); page < whole.length / 4096 - 4; page += 3)
      broken.fill(0xa5, page * 4096, page * 4096 + 2_000);
    writeFileSync(file, broken);
    const [one, other] = [openDatabase({ file, migrationsFolder }), openDatabase({ file, migrationsFolder })].map((db) =>
      makeSqliteStore(db),
    );
    expect(checkDatabase(file, migrationsFolder).problem).not.toBeNull();
    for (const opened of [one, other]) {
      await expect(opened?.putWatched('/logs', 1)).rejects.toMatchObject({ code: 'damaged', message: expect.stringContaining(file) });
      expect(await opened?.isDamaged()).toBe(true);
      expect(await opened?.findSession('s')).toMatchObject({ id: 's' });
      await opened?.close();
    }
    writeFileSync(file, whole);
    expect(checkDatabase(file, migrationsFolder).problem).toBeNull();
    const restored = makeSqliteStore(openDatabase({ file, migrationsFolder }));
    await restored.putWatched('/logs', 1);
    await restored.close();
  });

  it('says when the disk is full, and keeps what was there', async () => {
    const small = openDatabase({ file: path.join(folder, 'observatory.db'), migrationsFolder });
    const pages = Number(small.pragma('page_count', { simple: true }));
    small.pragma(`max_page_count = ${pages + 20}`);
    const store = makeSqliteStore(small);
    const records = Array.from({ length: 2_000 }, (_, seq) => makeRecordRow({ sessionId: 's', seq, text: 'x'.repeat(400) }));
    await expect(store.append(makeBatch({ sessions: [makeSessionRow({ id: 's' })], records }))).rejects.toMatchObject({
      code: 'disk_full',
    });
    expect(await store.findSession('s')).toBeNull();
    await store.close();
  });
});
