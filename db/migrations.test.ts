import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { expect, it } from 'vitest';
import { recoverArchive } from '../lib/services/ingest/finish-archive.ts';
import { makeBatch, makeRecordRow, makeSessionRow, makeToolCallRow } from '../lib/store/make-batch.ts';
import { openStore } from './open-store.ts';

const migrationsFolder = path.resolve(import.meta.dirname, 'migrations');
const migrations = readMigrationFiles({ migrationsFolder });
const at = 6;

type Detection = { call: number; atMs: number; superseded?: boolean };

const insert = (db: Database.Database, table: string, row: Readonly<Record<string, string | number | null>>): void => {
  const names = Object.keys(row);
  db.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`).run(Object.values(row));
};

/** An archive of before the migration of that time, which `migrate` applies alone. `put` fills columns that need a value. */
const openBefore = (migrationMs: number) => {
  const db = new Database(':memory:');
  const run = (wanted: typeof migrations) => {
    for (const { sql } of wanted) for (const statement of sql) db.exec(statement);
  };
  run(migrations.filter(({ folderMillis }) => folderMillis < migrationMs));
  db.pragma('foreign_keys = OFF');
  return {
    db,
    put: (table: string, row: Readonly<Record<string, string | number | null>>): void => {
      const columns = db.prepare<[], { name: string; notnull: number; dflt_value: string | null }>(`PRAGMA table_info(${table})`).all();
      const needed = columns.filter((column) => column.notnull === 1 && column.dflt_value === null);
      insert(db, table, { ...Object.fromEntries(needed.map(({ name }) => [name, 0])), ...row });
    },
    migrate: () => run(migrations.filter(({ folderMillis }) => folderMillis === migrationMs)),
  };
};

it('numbers sessions again in which something was done before the first prompt', () => {
  const { db, put, migrate } = openBefore(1_795_888_800_000);
  const records = { cut: ['response', 'prompt'], whole: ['meta', 'prompt', 'response'] };
  for (const [id, kinds] of Object.entries(records)) {
    put('sessions', { id, native_id: id, settled: 7 });
    const first = kinds.indexOf('prompt');
    for (const [seq, kind] of kinds.entries())
      put('records', {
        session_id: id,
        id: `${id}-${seq}`,
        fts_id: Number(id === 'cut') * 10 + seq,
        seq,
        kind,
        turn_idx: seq < first ? null : 0,
      });
  }
  put('turns', { session_id: 'whole', turn_idx: 0, prompt_id: 'whole-1' });
  migrate();
  expect(db.prepare('SELECT id, settled FROM sessions ORDER BY id').raw().all()).toEqual([
    ['cut', 0],
    ['whole', 7],
  ]);
  expect(db.prepare('SELECT message_id, has_prompt FROM turns').raw().all()).toEqual([['whole-1', 1]]);
});

it('takes counts that are all zero for unknown, and sums their sessions again', () => {
  const { db, put, migrate } = openBefore(1_796_000_035_000);
  for (const id of ['zero', 'counted']) {
    put('sessions', { id, native_id: id, settled: 7 });
    put('responses', { session_id: id, id, tokens_input: 0, tokens_output: id === 'zero' ? 0 : 5, cost_usd: 0, cost_reported: 0 });
  }
  migrate();
  expect(db.prepare('SELECT id, settled FROM sessions ORDER BY id').raw().all()).toEqual([
    ['counted', 7],
    ['zero', 0],
  ]);
  expect(db.prepare('SELECT id, tokens_input, tokens_output, cost_usd FROM responses ORDER BY id').raw().all()).toEqual([
    ['counted', 0, 5, 0],
    ['zero', null, null, null],
  ]);
});

it('knows no end of the turns of an archive from before, whose metrics are derived again', () => {
  const { db, put, migrate } = openBefore(1_796_000_032_000);
  put('sessions', { id: 's', native_id: 's', settled: 7 });
  put('turns', { session_id: 's', turn_idx: 0, message_id: 'p' });
  migrate();
  expect(db.prepare('SELECT ended, ended_reason, reported_duration_ms FROM turns').raw().all()).toEqual([['unknown', null, null]]);
  const derived = "SELECT value FROM index_state WHERE name = 'turn_metrics'";
  expect(db.prepare(derived).pluck().all()).toEqual([0]);
  const empty = openBefore(1_796_000_032_000);
  empty.migrate();
  expect(empty.db.prepare(derived).pluck().all()).toEqual([]);
});

it('sums sessions with calls again, and takes what people and agents said of a session along with it', () => {
  const { db, put, migrate } = openBefore(1_796_000_039_000);
  for (const id of ['calls', 'none']) {
    put('sessions', { id, native_id: id, settled: 7, tool_calls: Number(id === 'calls') });
    put('turns', { session_id: id, turn_idx: 0, message_id: id, ended: 'interrupted' });
  }
  migrate();
  expect(db.prepare('SELECT id, settled, tool_unended, open_call_at_ms FROM sessions ORDER BY id').raw().all()).toEqual([
    ['calls', 0, 0, null],
    ['none', 7, 0, null],
  ]);
  db.pragma('foreign_keys = ON');
  insert(db, 'ended_sessions', { session_id: 'none', ended_at_ms: 1 });
  insert(db, 'agent_processes', { session_id: 'none', pid: 7, started: 'boot 5' });
  expect(() => insert(db, 'agent_processes', { session_id: 'gone', pid: 7, started: 'boot 5' })).toThrow('FOREIGN KEY');
  db.exec("DELETE FROM sessions WHERE id = 'none'");
  for (const table of ['ended_sessions', 'agent_processes']) expect(db.prepare(`SELECT * FROM ${table}`).all()).toEqual([]);
});

it('takes turns without an answer for unknown, and sums them anew', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'migrations-'));
  const file = path.join(folder, 'archive.db');
  const store = openStore(file, { migrationsFolder });
  const at = { sessionId: 's', turnIdx: 0 };
  const records = [makeRecordRow({ ...at, seq: 0, kind: 'prompt', atMs: 1 }), makeRecordRow({ ...at, seq: 1, kind: 'tool_call', atMs: 2 })];
  const call = makeToolCallRow({ ...at, seq: 1, callIndex: 1, startedAtMs: 2 });
  await store.append(makeBatch({ sessions: [makeSessionRow({ id: 's' })], records, calls: [call] }));
  await store.recomputeAggregates(['s']);
  const db = new Database(file);
  const read = () => [
    db.prepare('SELECT completed, completed_basis FROM turn_metrics').raw().all(),
    db.prepare('SELECT last_ms FROM turn_rollups').pluck().all(),
    db.prepare('SELECT settled > 0 FROM sessions').pluck().all(),
  ];
  const settled = read();
  expect(settled).toEqual([[[null, 'running']], [2], [1]]);
  // As it was stored before.
  db.exec('UPDATE turn_metrics SET completed = 0');
  for (const { sql } of migrations.filter(({ folderMillis }) => folderMillis === 1_796_000_040_000)) for (const one of sql) db.exec(one);
  expect(read()).toEqual([[[null, 'running']], [null], [0]]);
  await recoverArchive(store);
  expect(read()).toEqual(settled);
  db.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

it('knows no time of what an archive from before found in sessions without times', () => {
  const db = new Database(':memory:');
  for (const { sql } of migrations.slice(0, at)) for (const statement of sql) db.exec(statement);
  const named = { observer: 'stall', observer_name: 'Stall Detector', title: 't', content: 'c', severity: 1, state: 'open', synthetic: 0 };
  const more = { changed_at_ms: 1, version: 1, search_text: 't' };
  const putGroup = (fingerprint: string, from: number, to: number) =>
    insert(db, 'observation_groups', {
      ...{ ...named, ...more, fingerprint, first_seen_ms: from, last_seen_ms: to, open: 1, acknowledged: 0, resolved: 0 },
      ...{ sessions: 1, projects: '[]', seen: 1, cleared: 0 },
    });
  const put = (sessionId: string, id: string, fingerprint: string, detections: readonly Detection[]) => {
    const standing = detections.filter(({ superseded }) => !superseded);
    const times = standing.length === 0 ? [500] : standing.map(({ atMs }) => atMs);
    insert(db, 'observations', {
      ...{ ...named, ...more, session_id: sessionId, id, fingerprint, source_type: 'conversation', metadata: '{}', seen: standing.length },
      ...{ created_at_ms: 1, opened_at_ms: 1, first_seen_ms: Math.min(...times), last_seen_ms: Math.max(...times) },
    });
    for (const { call, atMs, superseded = false } of detections) {
      insert(db, 'observation_sightings', {
        ...{ session_id: sessionId, observation_id: id, call_id: `${id} ${call} ${atMs}`, fingerprint, call_index: call },
        ...{ last_call_index: call, at_ms: atMs, last_at_ms: atMs, superseded: Number(superseded) },
      });
    }
  };
  db.pragma('foreign_keys = OFF');
  for (const [id, startedAtMs] of [
    ['timed', 10],
    ['untimed', null],
    // Some of its records tell a time: which of them is not known any more.
    ['some', 10],
  ] as const) {
    const columns = db
      .prepare<[], { name: string; notnull: number; dflt_value: string | null; type: string }>('PRAGMA table_info(sessions)')
      .all();
    const needed = columns.filter((column) => column.notnull === 1 && column.dflt_value === null);
    const filled = Object.fromEntries(needed.map(({ name, type }) => [name, type === 'text' ? '' : 0]));
    insert(db, 'sessions', { ...filled, id, native_id: id, started_at_ms: startedAtMs });
  }
  put('timed', 'known', 'both', [{ call: 1, atMs: 10 }]);
  put('untimed', 'unknown', 'both', [{ call: 1, atMs: 900 }]);
  put('untimed', 'told', 'told', [
    { call: 0, atMs: 700 },
    { call: 2, atMs: 900 },
  ]);
  put('untimed', 'gone', 'gone', []);
  put('', 'said', 'apart', [{ call: 0, atMs: 700 }]);
  put('untimed', 'seen', 'apart', [{ call: 1, atMs: 600 }]);
  put('untimed', 'again', 'again', [
    { call: 0, atMs: 100, superseded: true },
    { call: 1, atMs: 200, superseded: true },
    { call: 2, atMs: 900 },
  ]);
  put('some', 'kept', 'kept', [
    { call: 1, atMs: 10 },
    { call: 2, atMs: 900 },
  ]);
  putGroup('both', 10, 900);
  putGroup('told', 700, 900);
  putGroup('gone', 500, 500);
  putGroup('apart', 600, 700);
  putGroup('again', 900, 900);
  putGroup('kept', 10, 900);
  // One observation has a sighting with unknown tokens, and the costs of all its sightings are known; the sums left the unknown out.
  const wasted = { kept: [2, 20, 0.5], known: [1, 7, 0.25] } as const;
  for (const [id, [calls, tokens, usd]] of Object.entries(wasted)) {
    const figures = 'waste_calls = ?, waste_tokens = ?, waste_usd = ?';
    db.prepare(`UPDATE observations SET ${figures} WHERE id = ?`).run(calls, tokens, usd, id);
    db.prepare(`UPDATE observation_sightings SET ${figures} WHERE observation_id = ?`).run(calls, tokens, usd, id);
    const fingerprint = db.prepare('SELECT fingerprint FROM observations WHERE id = ?').pluck().get(id);
    db.prepare(`UPDATE observation_groups SET ${figures} WHERE fingerprint = ?`).run(calls, tokens, usd, fingerprint);
  }
  db.exec("UPDATE observation_sightings SET waste_tokens = NULL WHERE observation_id = 'kept' AND call_index = 2");
  for (const statement of migrations[at]?.sql ?? []) db.exec(statement);
  for (const [table, id, names] of [
    ['observations', 'id', ['kept', 'known']],
    ['observation_groups', 'fingerprint', ['kept', 'both']],
  ] as const)
    expect(
      names.map((name) => db.prepare(`SELECT waste_calls, waste_tokens, waste_usd FROM ${table} WHERE ${id} = ?`).raw().get(name)),
    ).toEqual([
      [2, null, 0.5],
      [1, 7, 0.25],
    ]);
  const read = (table: string, id: string) =>
    db.prepare(`SELECT ${id} AS id, timed, first_seen_ms AS first, last_seen_ms AS last FROM ${table} ORDER BY 1`).all();
  expect(read('observations', 'id')).toEqual([
    { id: 'again', timed: 0, first: 900, last: 900 },
    { id: 'gone', timed: 0, first: 500, last: 500 },
    { id: 'kept', timed: 1, first: 10, last: 900 },
    { id: 'known', timed: 1, first: 10, last: 10 },
    { id: 'said', timed: 1, first: 700, last: 700 },
    { id: 'seen', timed: 0, first: 600, last: 600 },
    { id: 'told', timed: 1, first: 700, last: 700 },
    { id: 'unknown', timed: 0, first: 900, last: 900 },
  ]);
  expect(read('observation_groups', 'fingerprint')).toEqual([
    { id: 'again', timed: 0, first: 900, last: 900 },
    { id: 'apart', timed: 1, first: 700, last: 700 },
    { id: 'both', timed: 1, first: 10, last: 10 },
    { id: 'gone', timed: 0, first: 500, last: 500 },
    { id: 'kept', timed: 1, first: 10, last: 900 },
    { id: 'told', timed: 1, first: 700, last: 700 },
  ]);
  const detections = db.prepare('SELECT observation_id || call_index FROM observation_sightings WHERE timed = ? ORDER BY 1').pluck();
  expect(detections.all(1)).toEqual(['again0', 'kept1', 'kept2', 'known1', 'said0', 'told0']);
  expect(detections.all(0)).toEqual(['again1', 'again2', 'seen1', 'told2', 'unknown1']);
  db.close();
});

it('respells the code of files that were refused before', () => {
  const db = new Database(':memory:');
  for (const { sql } of migrations.slice(0, 11)) for (const statement of sql) db.exec(statement);
  db.pragma('foreign_keys = OFF');
  const result = (code: string) => JSON.stringify({ path: 'a "not_recognised" file', issues: [{ code, line: null }] });
  insert(db, 'source_issues', { source_id: 's', line: 0, code: 'not_recognised', message: 'm' });
  insert(db, 'import_files', {
    ...{ import_id: 'i', id: 'f', position: 0, status: 'refused', bytes: 1, bytes_read: 1, records: 0, tool_calls: 0, tool_errors: 0 },
    ...{ skipped_lines: 0, result: result('not_recognised') },
  });
  for (const statement of migrations[11]?.sql ?? []) db.exec(statement);
  expect(db.prepare('SELECT code FROM source_issues').pluck().all()).toEqual(['not_recognized']);
  expect(db.prepare('SELECT result FROM import_files').pluck().all()).toEqual([result('not_recognized')]);
});
