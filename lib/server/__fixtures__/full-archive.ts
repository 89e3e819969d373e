import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import Database from 'better-sqlite3';
import { repairedAt } from '../../../db/demo/plan.ts';
import { writeDemoTrajectory } from '../../../db/demo/weakincentives/write-trajectory.ts';
import { writeDemoFiles } from '../../../db/demo/write-demo-files.ts';
import { makeClaudeLines, toFile } from '../../../e2e/claude-lines.ts';
import { experimentInput } from '../../domain/experiment.ts';
import { makeDefaultObservers } from '../../services/observe/default-observers.ts';
import { replayArchive } from '../../services/observe/replay-archive.ts';
import { summarizeArchive } from '../../services/summaries/summarize-archive.ts';
import { makeExperimentService } from '../../services/experiments/experiment-service.ts';
import { makeObservationService } from '../../services/observations/observation-service.ts';
import { groupBy } from '../../session/group-by.ts';
import { extractiveSummarizer } from '../../summaries/extractive.ts';
import { giveDemoExamples } from '../demo-examples.ts';
import { reviewDemoSession } from '../demo-reviews.ts';
import { nowMs, openArchive } from './demo-archive.ts';

/** A session with an issue, a call without a result, and a text that does not fit its row. */
const writeOddSession = async (file: string): Promise<void> => {
  const talk = makeClaudeLines({ sessionId: 'odd', startMs: nowMs - 3_600_000 });
  const lines = [talk.prompt(`Go ${'on and '.repeat(12_000)}`), 'no JSON', talk.call('c1', 'Bash', { command: 'ls' })];
  await writeFile(file, toFile(...lines, talk.result('c1', 'gone', true), talk.call('c2', 'Read', { file_path: 'a.ts' })));
};

/** The bytes of a small archive that has rows in every table, most of them those of the demo. */
export const makeFullArchive = async (folder: string): Promise<Buffer> => {
  const file = path.join(folder, 'full.db');
  const { store, imports } = openArchive(folder, file);
  const now = () => nowMs;
  const onError = (_: unknown, error: unknown) => {
    throw error;
  };
  const importAll = (files: readonly string[], synthetic: boolean) =>
    imports.importFiles({ label: 'Files', origin: synthetic ? 'demo' : 'upload', synthetic, files: files.map((one) => ({ file: one, path: one })) });
  await importAll(await writeDemoFiles(folder, { nowMs, from: repairedAt, count: 6 }), true);
  await importAll(await writeDemoFiles(folder, { nowMs, count: repairedAt }), true);
  await importAll([await writeDemoTrajectory(folder, nowMs)], true);
  await writeOddSession(path.join(folder, 'odd.jsonl'));
  await importAll([path.join(folder, 'odd.jsonl')], false);
  await replayArchive(store, makeDefaultObservers(), { onError });
  await giveDemoExamples(store);
  await reviewDemoSession(store);
  await summarizeArchive(store, extractiveSummarizer, { now, onError });
  while ((await store.indexSome()) > 0);
  const [oldest, older] = (await store.listSessions({}, 'started', false, { cursor: null, limit: 2 })).items;
  if (!oldest || !older) throw new Error('The demo has sessions.');
  await store.deleteSessions([oldest.id], nowMs);
  await store.setStarred(older.id, nowMs);
  await store.setNote(older.id, 'A note');
  await store.setMarkedEnded(older.id, nowMs);
  await store.putAgentProcess(older.id, { pid: 7, started: 'boot 5' });
  await store.recomputeAggregates([older.id]);
  await store.setExampleBlocked(older.id, nowMs);
  await store.putSavedSearch({ id: 'search', name: 'Search', query: 'error', savedAtMs: nowMs });
  await store.putSavedView({ id: 'view', name: 'View', savedAtMs: nowMs, shown: { list: 'q=error' } });
  await store.putWatched('/none', nowMs);
  await store.putUpgrade({ id: 'upgrade', startedAtMs: nowMs, finishedAtMs: nowMs, total: 3, done: 2, kept: 1, reasons: ['It is gone.'], formats: 'a 1' });
  const experiments = makeExperimentService({ store, now, makeId: () => 'experiment' });
  await experiments.create(experimentInput.parse({ name: 'Try', kind: 'retrieval', smallestEffect: 0.1 }));
  const running = await experiments.transition('experiment', 'start');
  await store.assign(running, { sessionId: older.id, arm: 'control', turnIdx: 0, atMs: nowMs });
  await store.queueDeliveries([{ sink: 'log', severities: ['high'] }], nowMs);
  await makeObservationService({ store, now, makeId: () => 'observation', person: 'ada', redacts: () => false }).create({
    sessionId: null,
    observations: [{ observer: 'Somebody', content: 'A hole', severity: 'high', sourceType: 'file', sourceRef: null, metadata: {} }],
  });
  await store.queueDeliveries([{ sink: 'log', severities: ['high'] }], nowMs);
  await store.close();
  const db = new Database(file);
  db.pragma('journal_mode = DELETE');
  fillEmptyTables(db, { session_id: older.id, source_id: String(db.prepare('SELECT id FROM sources').pluck().get()) });
  db.close();
  return readFile(file);
};

/** Tables that only rare events fill get a row of plain values, also tables that are new. */
const fillEmptyTables = (db: Database.Database, known: Readonly<Record<string, string>>): void => {
  const tables = groupBy(listColumns(db), ({ table }) => table);
  for (const [table, columns] of tables) {
    if (db.prepare(`SELECT 1 FROM "${table}"`).get() !== undefined) continue;
    const values = columns.map(({ name, type }) => known[name] ?? (type === 'TEXT' ? '{}' : 1));
    db.prepare(`INSERT INTO "${table}" (${columns.map(({ name }) => `"${name}"`).join(', ')}) VALUES (${values.map(() => '?').join(', ')})`).run(values);
  }
};

/** `keys`: the columns that find a row. */
export type Column = { table: string; name: string; type: string; keys: string[] };

/** Every column that holds a number or a text, but for those of SQLite, of full-text search and of the migrations. */
export const listColumns = (db: Database.Database): Column[] =>
  db
    .prepare<[], string>(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      AND name <> '__drizzle_migrations' ORDER BY name`,
    )
    .pluck()
    .all()
    .flatMap((table) => {
      const columns = db.prepare<[string], { name: string; type: string; pk: number }>('SELECT name, type, pk FROM pragma_table_info(?)').all(table);
      const primary = columns.filter(({ pk }) => pk > 0).map(({ name }) => name);
      const keys = primary.length > 0 ? primary : ['rowid'];
      return columns.filter(({ type }) => type !== 'BLOB').map(({ name, type }) => ({ table, name, type, keys }));
    });
