import { chmod, copyFile, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeDump } from '../../store/make-dump.ts';
import { makeDatabaseArchive, makeEmptyStore, recordsOf, type DatabaseArchive } from './__fixtures__/database-archive.ts';
import { openWriter, writeStore } from './__fixtures__/write-oats-store.ts';

let archive: DatabaseArchive;
beforeEach(async () => {
  archive = await makeDatabaseArchive();
});
afterEach(() => archive.close());

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

/** Record fields that a person reads, whatever file they came from. */
const reported = (records: Awaited<ReturnType<typeof recordsOf>>) =>
  records.map(({ id, seq, turnIdx, kind, text, atMs, toolCall }) => ({ id, seq, turnIdx, kind, text, atMs, outcome: toolCall?.outcome }));

describe('a database', () => {
  it('that is closed, open, or in a folder without write permission is read, and stays as it is to the byte and the nanosecond', async () => {
    const file = path.join(archive.home, 'trajectories.db');
    const writer = openWriter(file);
    writer.db.pragma('wal_autocheckpoint = 0');
    for (let index = 0; index < 3; index++) writer.addTurn(index);
    await chmod(archive.home, 0o555);
    const before = await lookAt(archive.home);
    expect(before.names).toEqual(['trajectories.db', 'trajectories.db-shm', 'trajectories.db-wal']);
    const open = await archive.importPath(file);
    expect(open).toMatchObject({ status: 'imported', format: 'oats', sessionCount: 1, records: 9, toolCalls: 3, issues: [] });
    expect((await recordsOf(archive.store))[2]?.toolCall).toMatchObject({
      ...{ name: 'bash', params: '{"command":"ls 0"}', resultText: 'bash: command=ls 0\nok', outcome: 'ok' },
      ...{ startedAtMs: null, durationMs: null },
    });
    expect(await lookAt(archive.home)).toEqual(before);
    await chmod(archive.home, 0o755);
    writer.db.close();
    await chmod(archive.home, 0o555);
    const closed = await lookAt(archive.home);
    expect(closed.names).toEqual(['trajectories.db']);
    expect(await archive.importPath(file)).toMatchObject({ status: 'imported', newRecords: 0, records: 9 });
    expect(await lookAt(archive.home)).toEqual(closed);
    expect(await readdir(archive.scratch)).toEqual([]);
    await chmod(archive.home, 0o755);
  });

  it('that did not change, or was copied elsewhere, writes nothing', async () => {
    const file = path.join(archive.home, 'a.db');
    writeStore(file, 3);
    await archive.importPath(file);
    const before = (await archive.store.readChanges(null, 1)).cursor;
    expect(await archive.importPath(file)).toMatchObject({ status: 'unchanged', newRecords: 0 });
    await copyFile(file, path.join(archive.home, 'b.db'));
    expect(await archive.importPath(path.join(archive.home, 'b.db'))).toMatchObject({ status: 'unchanged', sessionCount: 1 });
    expect((await archive.store.readChanges(null, 1)).cursor).toBe(before);
  });

  it('that grows gives its new rows, its changed ones, and in any steps what it gives at once', async () => {
    const file = path.join(archive.home, 'a.db');
    const writer = openWriter(file);
    writer.addTurn(0);
    expect(await archive.importPath(file)).toMatchObject({ newRecords: 3, records: 3 });
    writer.endTurn(0, 1);
    expect(await archive.importPath(file)).toMatchObject({ newRecords: 1, records: 3 });
    for (let index = 1; index < 5; index++) writer.addTurn(index);
    writer.endTurn(3, 0);
    expect(await archive.importPath(file)).toMatchObject({ newRecords: 12, records: 15 });
    const metrics = (await recordsOf(archive.store)).filter(({ kind }) => kind === 'meta').map(({ text }) => text.slice(14, 34));
    expect(metrics).toEqual([
      'completed · 4 iterat',
      'outcome not recorded',
      'outcome not recorded',
      'not completed · 4 it',
      'outcome not recorded',
    ]);
    const once = makeEmptyStore();
    await archive.importInto(once, file);
    expect(reported(await recordsOf(archive.store))).toEqual(reported(await recordsOf(once)));
    await once.close();
    writer.db.close();
  });

  it('that another one took the place of is read from its beginning', async () => {
    const file = path.join(archive.home, 'a.db');
    writeStore(file, 3);
    await archive.importPath(file);
    await rm(file);
    const writer = openWriter(file);
    writer.addTurn(0, 'other');
    writer.addTurn(1, 'other');
    writer.addTurn(2, 'other');
    writer.addTurn(3, 'other');
    writer.db.close();
    expect(await archive.importPath(file)).toMatchObject({ status: 'imported', newRecords: 12 });
    expect(new Set((await recordsOf(archive.store)).map(({ sessionId }) => sessionId)).size).toBe(2);
  });

  it('gives the same as its rows in lines, in any order of import, and keeps the row as raw line', async () => {
    const file = path.join(archive.home, 'a.db');
    writeStore(file, 6);
    const db = new Database(file, { readonly: true });
    const files = [file];
    for (const table of ['trajectories', 'turn_metrics']) {
      const rows = db.prepare(`SELECT * FROM ${table}`).all();
      files.push(path.join(archive.folder, `${table}.jsonl`));
      await writeFile(files.at(-1) ?? '', rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    }
    db.close();
    const report = async (order: readonly (string | undefined)[]) => {
      const into = makeEmptyStore();
      for (const one of order) if (one !== undefined) await archive.importInto(into, one);
      const records = await recordsOf(into);
      const dump = order.length === 3 ? await makeDump(into) : null;
      const raw = await into.readRaw(records[0]?.sessionId ?? '', records[0]?.id ?? '');
      await into.close();
      return { records, dump, raw };
    };
    const [database, rows, metrics] = files;
    const expected = await report([database, rows, metrics]);
    expect(expected.records).toHaveLength(18);
    expect(JSON.parse(expected.raw?.raw ?? '')).toMatchObject({ id: 1, content: 'Do 0' });
    expect(reported((await report([database])).records)).toEqual(reported(expected.records));
    expect(reported((await report([metrics, rows])).records)).toEqual(reported(expected.records));
    for (const order of [
      [metrics, rows, database],
      [rows, database, metrics],
    ])
      expect((await report(order)).dump).toEqual(expected.dump);
  });

  it('or a file of lines that tells a row twice is taken by its latest telling', async () => {
    const row = { session_id: 's', turn_idx: 0, retrieval_used: 0, completed: null, created_at: 5, updated_at: 5 };
    const ended = { ...row, completed: 1, updated_at: 9 };
    for (const [index, reports] of [[row, ended], [ended, row], [row], [ended], [row]].entries()) {
      const file = path.join(archive.folder, `${String(index)}.jsonl`);
      await writeFile(file, reports.map((one) => `${JSON.stringify(one)}\n`).join(''));
      await archive.importPath(file);
      expect((await recordsOf(archive.store)).map(({ text }) => text)).toEqual([
        'Turn metrics: completed · nothing retrieved · recorded 1970-01-01T00:00:05.000Z',
      ]);
    }
  });

  it('is cancelled after a batch and read on later', async () => {
    const file = path.join(archive.home, 'a.db');
    writeStore(file, 1_500);
    const controller = new AbortController();
    controller.abort();
    const cancelled = await archive.importInto(archive.store, file, file, controller.signal);
    expect(cancelled).toMatchObject({ status: 'cancelled' });
    expect(cancelled.newRecords).toBeGreaterThan(0);
    expect(await archive.importPath(file)).toMatchObject({ status: 'imported', records: 4_500, newRecords: 4_500 - cancelled.newRecords });
  });
});
