import { readdir } from 'node:fs/promises';
import path from 'node:path';
import Database from 'better-sqlite3';
import { openStore } from '../db/open-store.ts';
import { listWords } from '../lib/search/words.ts';
import { hashId } from '../lib/session/ids.ts';
import { makeBatch, makeRecordRow, makeSessionRow, makeToolCallRow } from '../lib/store/make-batch.ts';
import type { Store } from '../lib/store/store.ts';
import { openArchive } from './archive.ts';

const migrationsFolder = path.resolve('db/migrations');
const sessionRecords = 250;
const batchSessions = 8;
const bareRows = 5_000;

/** Texts of records: of the sample sessions, else of the formats' fixtures. */
export const readTexts = async (folder: string): Promise<string[]> => {
  const databaseFile = path.join(folder, 'texts.db');
  const samples = process.env.OBSERVATORY_SAMPLES ?? path.resolve('lib/formats/__fixtures__');
  const archive = openArchive(databaseFile);
  const names = (await readdir(samples, { recursive: true })).filter((name) => /\.jsonl$/u.test(name)).sort();
  for (const name of names) await archive.importPath(path.join(samples, name)).catch(() => null);
  await archive.close();
  const db = new Database(databaseFile, { readonly: true });
  const texts = db.prepare<[], string>('SELECT text FROM records WHERE length(text) BETWEEN 20 AND 4000 ORDER BY id').pluck().all();
  db.close();
  return texts;
};

/** Every fifth record is a call of a tool, with its result. */
const tools = ['Bash', 'Read', 'Edit', 'mcp__github__search_code', 'exec_command'];
const toTool = (at: number): string => (at % 5 === 4 ? (tools[Math.floor(at / 5) % tools.length] ?? '') : '');

const toSessionId = (at: number): string => hashId('session', Math.floor(at / sessionRecords));
/** The id of the record that is the row `at` + 1 of the bare table. */
export const toRecordId = (at: number): string => hashId(toSessionId(at), at);

/** An archive of this many records of those texts, and a bare FTS5 table of the same. */
export const buildSearchArchive = async (
  folder: string,
  texts: readonly string[],
  records: number,
): Promise<{ store: Store; bare: Database.Database }> => {
  const store = openStore(path.join(folder, 'observatory.db'), { migrationsFolder });
  const bare = new Database(path.join(folder, 'bare.db'));
  bare.pragma('journal_mode = WAL');
  bare.exec(`CREATE TABLE texts (id INTEGER PRIMARY KEY, content TEXT, tool TEXT);
    CREATE VIRTUAL TABLE fts USING fts5(content, tool, content = 'texts', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2');`);
  const insert = bare.prepare<[string, string]>('INSERT INTO texts (content, tool) VALUES (?, ?)');
  const toText = (at: number): string => `${texts[at % texts.length] ?? ''} run ${Math.floor(at / texts.length)}`;
  const insertSome = bare.transaction((from: number, to: number) => {
    for (let at = from; at < to; at += 1) insert.run(toText(at), toTool(at));
  });
  for (let from = 0; from < records; from += bareRows) insertSome(from, Math.min(records, from + bareRows));
  bare.exec("INSERT INTO fts (fts) VALUES ('rebuild')");
  const span = sessionRecords * batchSessions;
  for (let from = 0; from < records; from += span) {
    const batch = makeBatch({ sessions: [] });
    for (let at = from; at < Math.min(records, from + span); at += 1) {
      const number = Math.floor(at / sessionRecords);
      const [sessionId, id, seq, name] = [toSessionId(at), toRecordId(at), at % sessionRecords, toTool(at)];
      if (at % sessionRecords === 0) batch.sessions.push(makeSessionRow({ id: sessionId, folderName: `project-${number % 20}` }));
      const kind = name === '' ? (at % 10 === 0 ? 'prompt' : 'response') : 'tool_call';
      batch.records.push(makeRecordRow({ sessionId, seq, id, kind, text: toText(at) }));
      if (name !== '') batch.calls.push(makeToolCallRow({ sessionId, id, seq, callIndex: Math.floor(seq / 5) + 1, name }));
    }
    await store.append(batch);
    await store.recomputeAggregates(batch.sessions.map(({ id }) => id));
  }
  // As a server leaves it that has nothing else to do.
  while ((await store.indexSome()) > 0 || (await store.requestMerge()));
  return { store, bare };
};

/** Numbers from 0 to 1, the same in every run. */
export const makeRandom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

/** Queries of this many words each, drawn from the texts as often as they stand there. */
export const drawQueries = (texts: readonly string[], count: number, words: number, random: () => number): string[] => {
  const drawWord = (): string => {
    for (;;) {
      const found = listWords(texts[Math.floor(random() * texts.length)] ?? '').filter((word) => /^[a-z]{3,20}$/iu.test(word));
      const word = found[Math.floor(random() * found.length)];
      if (word !== undefined) return word;
    }
  };
  return Array.from({ length: count }, () => Array.from({ length: words }, drawWord).join(' '));
};

export type Bare = (query: string) => { id: number; score: number }[];

/** The query for any of some words that any program would ask of FTS5. */
export const makeBare = (db: Database.Database, limit: number): Bare => {
  const find = db.prepare<[string, number], { id: number; score: number }>(
    'SELECT rowid AS id, bm25(fts) AS score FROM fts WHERE fts MATCH ? ORDER BY bm25(fts) LIMIT ?',
  );
  return (query) =>
    find.all(
      query
        .split(' ')
        .map((word) => `"${word}"`)
        .join(' OR '),
      limit,
    );
};
