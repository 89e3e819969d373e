import { chmod, copyFile, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../db/open-database.ts';
import type { FileResult } from '../../domain/import.ts';
import { makeDump } from '../../store/make-dump.ts';
import { makeSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import type { Store } from '../../store/store.ts';
import { importFile } from './import-file.ts';

const migrationsFolder = path.resolve(import.meta.dirname, '../../../db/migrations');

let folder = '';
let home = '';
let scratch = '';
let store: Store;
const makeStore = () => makeSqliteStore(openDatabase({ file: ':memory:', migrationsFolder }));

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'observatory-database-'));
  [home, scratch] = [path.join(folder, 'home'), path.join(folder, 'scratch')];
  await mkdir(home);
  store = makeStore();
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const importInto = (into: Store, file: string, shown = file, signal = new AbortController().signal): Promise<FileResult> =>
  importFile(
    { store: into, now: () => 0, scratchFolder: scratch },
    { file, path: shown, synthetic: false, signal, onProgress: () => undefined },
  );
const importPath = (file: string, shown?: string) => importInto(store, file, shown);

const schema = `
  CREATE TABLE trajectories (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, parent_session_id TEXT,
    turn_idx INTEGER NOT NULL, role TEXT NOT NULL, kind TEXT NOT NULL, tool_name TEXT, content TEXT NOT NULL, created_at REAL NOT NULL);
  CREATE TABLE turn_metrics (session_id TEXT NOT NULL, turn_idx INTEGER NOT NULL, user_prompt TEXT, retrieved_ids TEXT,
    retrieved_scores TEXT, retrieval_used INTEGER NOT NULL DEFAULT 0, iterations INTEGER, tool_error_count INTEGER, completed INTEGER,
    duration_ms INTEGER, model_id TEXT, created_at REAL NOT NULL, updated_at REAL NOT NULL, PRIMARY KEY (session_id, turn_idx));`;

type Writer = { db: Database.Database; addTurn(index: number, session?: string): void; endTurn(index: number, completed: number): void };

/** A store as its agent writes it: a prompt, a tool's result, and the turn's metrics. */
const openWriter = (file: string, pageBytes = 4096): Writer => {
  const db = new Database(file);
  db.pragma(`page_size = ${String(pageBytes)}`);
  db.pragma('journal_mode = WAL');
  db.exec(schema);
  const addRow = db.prepare(
    `INSERT INTO trajectories (session_id, turn_idx, role, kind, tool_name, content, created_at) VALUES (?, ?, 'x', ?, ?, ?, ?)`,
  );
  const addMetrics = db.prepare(
    `INSERT INTO turn_metrics (session_id, turn_idx, retrieval_used, model_id, created_at, updated_at) VALUES (?, ?, 0, 'qwen3', ?, ?)`,
  );
  const endTurn = db.prepare('UPDATE turn_metrics SET completed = ?, iterations = 4, updated_at = updated_at + 60 WHERE turn_idx = ?');
  return {
    db,
    addTurn: (index, session = 's') => {
      addRow.run(session, index * 2, 'prompt', null, `Do ${String(index)}`, 1_767_225_600 + index * 10);
      addRow.run(session, index * 2 + 1, 'tool_result', 'bash', `bash: command=ls ${String(index)}\nok`, 1_767_225_601.5 + index * 10);
      addMetrics.run(session, index * 2, 1_767_225_600.1 + index * 10, 1_767_225_600.1 + index * 10);
    },
    endTurn: (index, completed) => void endTurn.run(completed, index * 2),
  };
};

const writeStore = (file: string, turns: number, pageBytes?: number) => {
  const writer = openWriter(file, pageBytes);
  for (let index = 0; index < turns; index++) writer.addTurn(index);
  writer.db.close();
};

/** A folder as it stands: names, bytes and times of change, its own too. */
const lookAt = async (place: string) => {
  const names = (await readdir(place)).sort();
  const facts = await Promise.all(
    [place, ...names.map((name) => path.join(place, name))].map(async (file) => {
      const { mtimeNs, size, ino } = await stat(file, { bigint: true });
      return [file, mtimeNs, size, ino].join(' ');
    }),
  );
  return { names, facts, bytes: await Promise.all(names.map((name) => readFile(path.join(place, name), 'base64'))) };
};

const recordsOf = async (from = store) => {
  const { items } = await from.listSessions({ includeChildren: true }, 'started', true, { cursor: null, limit: 200 });
  const lists = await Promise.all(items.map((session) => from.listRecords(session.id, 0, 10_000, 1_000)));
  return lists.flat();
};

describe('a database', () => {
  it('that is closed, open, or in a folder without write permission is read, and stays as it is to the byte and the nanosecond', async () => {
    const file = path.join(home, 'trajectories.db');
    const writer = openWriter(file);
    writer.db.pragma('wal_autocheckpoint = 0');
    for (let index = 0; index < 3; index++) writer.addTurn(index);
    await chmod(home, 0o555);
    const before = await lookAt(home);
    expect(before.names).toEqual(['trajectories.db', 'trajectories.db-shm', 'trajectories.db-wal']);
    const open = await importPath(file);
    expect(open).toMatchObject({ status: 'imported', format: 'oats', sessionCount: 1, records: 9, toolCalls: 3, issues: [] });
    expect((await recordsOf())[2]?.toolCall).toMatchObject({
      ...{ name: 'bash', params: '{"command":"ls 0"}', resultText: 'bash: command=ls 0\nok', outcome: 'ok' },
      ...{ startedAtMs: null, durationMs: null },
    });
    expect(await lookAt(home)).toEqual(before);
    await chmod(home, 0o755);
    writer.db.close();
    await chmod(home, 0o555);
    const closed = await lookAt(home);
    expect(closed.names).toEqual(['trajectories.db']);
    expect(await importPath(file)).toMatchObject({ status: 'imported', newRecords: 0, records: 9 });
    expect(await lookAt(home)).toEqual(closed);
    expect(await readdir(scratch)).toEqual([]);
    await chmod(home, 0o755);
  });

  it('that did not change, or was copied elsewhere, writes nothing', async () => {
    const file = path.join(home, 'a.db');
    writeStore(file, 3);
    await importPath(file);
    const before = await store.latestChange();
    expect(await importPath(file)).toMatchObject({ status: 'unchanged', newRecords: 0 });
    await copyFile(file, path.join(home, 'b.db'));
    expect(await importPath(path.join(home, 'b.db'))).toMatchObject({ status: 'unchanged', sessionCount: 1 });
    expect(await store.latestChange()).toBe(before);
  });

  it('that grows gives its new rows, its changed ones, and in any steps what it gives at once', async () => {
    const file = path.join(home, 'a.db');
    const writer = openWriter(file);
    writer.addTurn(0);
    expect(await importPath(file)).toMatchObject({ newRecords: 3, records: 3 });
    writer.endTurn(0, 1);
    expect(await importPath(file)).toMatchObject({ newRecords: 1, records: 3 });
    for (let index = 1; index < 5; index++) writer.addTurn(index);
    writer.endTurn(3, 0);
    expect(await importPath(file)).toMatchObject({ newRecords: 12, records: 15 });
    const metrics = (await recordsOf()).filter(({ kind }) => kind === 'meta').map(({ text }) => text.slice(14, 34));
    expect(metrics).toEqual([
      'completed · 4 iterat',
      'outcome not recorded',
      'outcome not recorded',
      'not completed · 4 it',
      'outcome not recorded',
    ]);
    const once = makeStore();
    await importInto(once, file);
    expect(told(await recordsOf())).toEqual(told(await recordsOf(once)));
    await once.close();
    writer.db.close();
  });

  it('that another one took the place of is read from its beginning', async () => {
    const file = path.join(home, 'a.db');
    writeStore(file, 3);
    await importPath(file);
    await rm(file);
    const writer = openWriter(file);
    writer.addTurn(0, 'other');
    writer.addTurn(1, 'other');
    writer.addTurn(2, 'other');
    writer.addTurn(3, 'other');
    writer.db.close();
    expect(await importPath(file)).toMatchObject({ status: 'imported', newRecords: 12 });
    expect(new Set((await recordsOf()).map(({ sessionId }) => sessionId)).size).toBe(2);
  });

  it('gives the same as its rows in lines, in any order of import, and keeps the row as raw line', async () => {
    const file = path.join(home, 'a.db');
    writeStore(file, 6);
    const db = new Database(file, { readonly: true });
    const files = [file];
    for (const table of ['trajectories', 'turn_metrics']) {
      const rows = db.prepare(`SELECT * FROM ${table}`).all();
      files.push(path.join(folder, `${table}.jsonl`));
      await writeFile(files.at(-1) ?? '', rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    }
    db.close();
    const tell = async (order: readonly (string | undefined)[]) => {
      const into = makeStore();
      for (const one of order) if (one !== undefined) await importInto(into, one);
      const records = await recordsOf(into);
      const dump = order.length === 3 ? await makeDump(into) : null;
      const raw = await into.readRaw(records[0]?.sessionId ?? '', records[0]?.id ?? '');
      await into.close();
      return { records, dump, raw };
    };
    const [database, rows, metrics] = files;
    const expected = await tell([database, rows, metrics]);
    expect(expected.records).toHaveLength(18);
    expect(JSON.parse(expected.raw?.raw ?? '')).toMatchObject({ id: 1, content: 'Do 0' });
    expect(told((await tell([database])).records)).toEqual(told(expected.records));
    expect(told((await tell([metrics, rows])).records)).toEqual(told(expected.records));
    for (const order of [
      [metrics, rows, database],
      [rows, database, metrics],
    ])
      expect((await tell(order)).dump).toEqual(expected.dump);
  });

  it('or a file of lines that tells a row twice is taken by its latest telling', async () => {
    const row = { session_id: 's', turn_idx: 0, retrieval_used: 0, completed: null, created_at: 5, updated_at: 5 };
    const ended = { ...row, completed: 1, updated_at: 9 };
    for (const [index, tellings] of [[row, ended], [ended, row], [row], [ended], [row]].entries()) {
      const file = path.join(folder, `${String(index)}.jsonl`);
      await writeFile(file, tellings.map((one) => `${JSON.stringify(one)}\n`).join(''));
      await importPath(file);
      expect((await recordsOf()).map(({ text }) => text)).toEqual([
        'Turn metrics: completed · nothing retrieved · recorded 1970-01-01T00:00:05.000Z',
      ]);
    }
  });

  it('is cancelled after a batch and read on later', async () => {
    const file = path.join(home, 'a.db');
    writeStore(file, 1_500);
    const controller = new AbortController();
    controller.abort();
    const cancelled = await importInto(store, file, file, controller.signal);
    expect(cancelled).toMatchObject({ status: 'cancelled' });
    expect(cancelled.newRecords).toBeGreaterThan(0);
    expect(await importPath(file)).toMatchObject({ status: 'imported', records: 4_500, newRecords: 4_500 - cancelled.newRecords });
  });
});

/** What a person reads of records, whatever file they came from. */
const told = (records: Awaited<ReturnType<typeof recordsOf>>) =>
  records.map(({ id, seq, turnIdx, kind, text, atMs, toolCall }) => ({ id, seq, turnIdx, kind, text, atMs, outcome: toolCall?.outcome }));

describe('a damaged database', () => {
  /** Small pages: some eighty of them. */
  const makeBytes = async () => {
    const file = path.join(home, 'whole.db');
    writeStore(file, 120, 512);
    return readFile(file);
  };

  it('gives the rows that can be read and names those that cannot', async () => {
    const bytes = await makeBytes();
    const rows = bytes.indexOf('Do 60');
    bytes.fill(0xff, rows - (rows % 512), rows - (rows % 512) + 512);
    const file = path.join(home, 'damaged.db');
    await writeFile(file, bytes);
    const damaged = await importPath(file);
    expect(damaged).toMatchObject({ status: 'partial', skippedLines: 1, issues: [{ code: 'malformed', line: null }] });
    expect(damaged.issues[0]?.message).toMatch(/of trajectories rows \d+ to \d+ could not be read/u);
    const [, first = '', last = ''] = /rows (\d+) to (\d+)/u.exec(damaged.issues[0]?.message ?? '') ?? [];
    const lost = Number(last) - Number(first) + 1;
    expect(lost).toBeLessThan(20);
    const read = (await recordsOf()).filter(({ kind }) => kind !== 'meta');
    expect(read).toHaveLength(240 - lost);
  });

  it('is refused by name when its header tells a schema format that no version writes', async () => {
    const bytes = await makeBytes();
    bytes.writeUInt32BE(99, 44);
    const file = path.join(home, 'future.db');
    await writeFile(file, bytes);
    const result = await importPath(file);
    expect(['refused', 'failed']).toContain(result.status);
    expect(result.issues).toHaveLength(1);
  });

  it('never makes an import throw, and is never changed, wherever it is cut or its bytes are flipped', async () => {
    const bytes = await makeBytes();
    const file = path.join(home, 'a.db');
    const check = async (content: Buffer) => {
      await writeFile(file, content);
      const into = makeStore();
      const { status, issues } = await importInto(into, file);
      await into.close();
      expect(['imported', 'partial', 'refused', 'failed']).toContain(status);
      if (status !== 'imported') expect(issues[0]?.message).toMatch(/\w{3,}/u);
      expect((await readFile(file)).equals(content)).toBe(true);
      expect((await readdir(home)).sort()).toEqual(['a.db', 'whole.db']);
    };
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length), (length) => check(bytes.subarray(0, length))),
      { numRuns: 25 },
    );
    const place = fc.oneof(fc.nat(1023), fc.nat(bytes.length - 1));
    const flips = fc.array(fc.tuple(place, fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(flips, (changes) => {
        const flipped = Buffer.from(bytes);
        for (const [at, mask] of changes) flipped[at] = (flipped[at] ?? 0) ^ mask;
        return check(flipped);
      }),
      { numRuns: 60 },
    );
  }, 120_000);
});

describe('a database of something else', () => {
  it.each([
    ['a Cursor database', 'CREATE TABLE ItemTable (key TEXT, value BLOB)', 'not_supported'],
    ['a table of the same name', 'CREATE TABLE trajectories (id INTEGER PRIMARY KEY, text TEXT)', 'not_recognised'],
    ['a view of the same name', schemaOfView(), 'not_recognised'],
    ['no table', '', 'not_recognised'],
  ])('is refused: %s', async (_name, sql, code) => {
    const file = path.join(home, 'a.db');
    const db = new Database(file);
    db.pragma('user_version = 1');
    db.exec(sql);
    db.close();
    expect(await importPath(file)).toMatchObject({ status: 'refused', sessionCount: 0, issues: [{ code, line: null }] });
  });
});

/** A view without an end, which must never be run. */
function schemaOfView(): string {
  return `CREATE VIEW trajectories AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n)
    SELECT id, 's' AS session_id, id AS turn_idx, 'x' AS role, 'prompt' AS kind, 'x' AS content, 1.0 AS created_at FROM n`;
}
