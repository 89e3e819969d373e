import type { Database } from 'better-sqlite3';
import type { RecordKind } from '../../../domain/record.ts';
import { cutText } from '../../../print/cut-text.ts';
import { hasUnspaced, listPairs, separateScripts } from '../../../search/words.ts';
import { toArgumentText } from '../../../search/to-argument-text.ts';
import { decompressText } from '../../compress.ts';
import { docSql, toDoc, toRange } from './doc.ts';

export type SearchIndex = ReturnType<typeof makeSearchIndex>;

/** Of one transaction. */
const maxRows = 2_000;
const maxChars = 1_500_000;
/** Rows that are read at a time. */
const pageRows = 200;
/** What formats call a tool without a name. */
const unnamedTool = 'unknown';
/** Of one record: what follows is not searchable. */
export const maxIndexedChars = 1_000_000;
/** Pages of the index that are merged in one transaction. */
const mergedPages = 300;

export type IndexedRecord = {
  ftsId: number;
  sessionId: string;
  id: string;
  kind: RecordKind;
  text: string;
  isLong: number;
  isOwn: number;
  tool: string | null;
  params: string | null;
  isLongParams: number | null;
};

/** A record with what it is found by: its text, or the arguments of its call; and the name of its call's tool. */
export const indexedRecord = `SELECT r.fts_id AS ftsId, r.session_id AS sessionId, r.id, r.kind, r.text, r.text_bytes > 65536 AS isLong,
  r.inherited_from IS NULL AS isOwn, c.name AS tool, c.params, c.params_bytes > 65536 AS isLongParams
  FROM records r
  LEFT JOIN tool_results t ON r.kind = 'tool_result' AND t.session_id = r.session_id AND t.record_id = r.id
  LEFT JOIN tool_calls c ON r.kind IN ('tool_call', 'tool_result') AND c.session_id = r.session_id
    AND c.id = CASE r.kind WHEN 'tool_call' THEN r.id ELSE t.call_id END`;

/** Reads what a record is found by, whole. */
export const makeReadContent = (db: Database) => {
  const readLong = db
    .prepare<[string, string, string], Buffer>('SELECT data FROM record_texts WHERE session_id = ? AND record_id = ? AND part = ?')
    .pluck();
  const readWhole = (row: IndexedRecord, part: 'text' | 'params', head: string): string => {
    const data = readLong.get(row.sessionId, row.id, part);
    return data ? decompressText(data) : head;
  };
  const readAll = (row: IndexedRecord): string => {
    if (row.kind !== 'tool_call' || row.text !== '') return row.isLong ? readWhole(row, 'text', row.text) : row.text;
    const params = row.params ?? '';
    return toArgumentText(row.isLongParams ? readWhole(row, 'params', params) : params);
  };
  return (row: IndexedRecord): string => cutText(readAll(row), maxIndexedChars);
};

/** A call that holds its own result counts as that result. */
export const toIndexedKind = ({ kind, text }: Pick<IndexedRecord, 'kind' | 'text'>): RecordKind =>
  kind === 'tool_call' && text !== '' ? 'tool_result' : kind;

/**
 * The full-text indexes, filled behind the writes: of words, and of pairs of letters for scripts that are written without spaces. The
 * watermark is the last `fts_id` that was looked at; a record at or below must be taken out before it is deleted.
 */
export const makeSearchIndex = (db: Database) => {
  const getState = db.prepare<[string], number>('SELECT value FROM index_state WHERE name = ?').pluck();
  const setState = db.prepare<[string, number]>(
    'INSERT INTO index_state (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const addWords = db.prepare<[bigint, string, string]>('INSERT INTO search_words (rowid, content, tool) VALUES (?, ?, ?)');
  const addPairs = db.prepare<[bigint, string]>('INSERT INTO search_pairs (rowid, content) VALUES (?, ?)');
  const [dropWords, dropPairs] = ['search_words', 'search_pairs'].map((table) =>
    db.prepare<[bigint, bigint]>(`DELETE FROM ${table} WHERE rowid BETWEEN ? AND ?`),
  );
  const numberOf = db.prepare<[string], number>('SELECT number FROM search_sessions WHERE session_id = ?').pluck();
  const addNumber = db.prepare<[string], number>('INSERT INTO search_sessions (session_id) VALUES (?) RETURNING number').pluck();
  const dropNumber = db.prepare<[string]>('DELETE FROM search_sessions WHERE session_id = ?');
  const dropRetrievals = db.prepare<[string]>('DELETE FROM retrievals WHERE session_id = ?');
  const newRecords = db.prepare<[number, number], IndexedRecord>(`${indexedRecord} WHERE r.fts_id > ? ORDER BY r.fts_id LIMIT ?`);
  const pending = db.prepare<[number], number>('SELECT fts_id FROM search_pending LIMIT ?').pluck();
  const dropPending = db.prepare<[number]>('DELETE FROM search_pending WHERE fts_id = ?');
  const one = db.prepare<[number], IndexedRecord>(`${indexedRecord} WHERE r.fts_id = ?`);
  const ftsIdOf = db.prepare<[string, string], number>('SELECT fts_id FROM records WHERE session_id = ? AND id = ?').pluck();
  const newObservations = db.prepare<[number], { number: number; doc: number | null; sessionId: string; text: string }>(
    `SELECT x.number, x.doc, o.session_id AS sessionId, o.title || char(10) || o.content AS text
    FROM search_observations x INDEXED BY search_observations_pending JOIN observations o ON o.session_id = x.session_id AND o.id = x.id
    WHERE x.pending = 1 ORDER BY x.number LIMIT ?`,
  );
  const setDoc = db.prepare<[number, number]>('UPDATE search_observations SET doc = ?, pending = 0 WHERE number = ?');
  const lowerWatermark = db.prepare(
    "UPDATE index_state SET value = min(value, (SELECT coalesce(max(fts_id), 0) FROM records)) WHERE name = 'search'",
  );
  const read = makeReadContent(db);

  const add = (doc: number, text: string, tool: string): void => {
    const isMixed = hasUnspaced(text);
    addWords.run(BigInt(doc), isMixed ? separateScripts(text) : text, tool);
    if (isMixed) addPairs.run(BigInt(doc), listPairs(text));
  };
  const drop = (first: number, last: number): void => {
    for (const statement of [dropWords, dropPairs]) statement?.run(BigInt(first), BigInt(last));
  };
  const dropRecord = (session: number, ftsId: number): void => {
    const first = toDoc(session, ftsId, 'prompt');
    drop(first, first + 15);
  };
  /** Numbers of sessions; 0 is what belongs to none. */
  const makeNumbers = () => {
    const known = new Map<string, number>([['', 0]]);
    return (sessionId: string): number => {
      const number = known.get(sessionId) ?? numberOf.get(sessionId) ?? addNumber.get(sessionId) ?? 0;
      known.set(sessionId, number);
      return number;
    };
  };
  const addRecord = (row: IndexedRecord, session: number): number => {
    const text = read(row);
    add(toDoc(session, row.ftsId, toIndexedKind(row)), text, row.tool === unnamedTool ? '' : (row.tool ?? ''));
    return text.length;
  };
  const indexNew = (toSession: (id: string) => number): number => {
    let [rows, chars, last] = [0, 0, getState.get('search') ?? 0];
    while (rows < maxRows && chars < maxChars) {
      const page = newRecords.all(last, pageRows);
      for (const row of page) if (row.isOwn) chars += addRecord(row, toSession(row.sessionId));
      rows += page.length;
      last = page.at(-1)?.ftsId ?? last;
      if (page.length < pageRows) break;
    }
    if (rows > 0) setState.run('search', last);
    return rows;
  };
  const indexPending = (toSession: (id: string) => number): number => {
    const ids = pending.all(maxRows);
    for (const id of ids) {
      const row = one.get(id);
      dropPending.run(id);
      if (!row || id > (getState.get('search') ?? 0)) continue;
      const session = toSession(row.sessionId);
      dropRecord(session, id);
      if (row.isOwn) addRecord(row, session);
    }
    return ids.length;
  };
  const indexObservations = (toSession: (id: string) => number): number => {
    const rows = newObservations.all(maxRows);
    for (const { number, doc, sessionId, text } of rows) {
      if (doc !== null) drop(doc, doc);
      const next = toDoc(toSession(sessionId), number, 'observation');
      add(next, text, '');
      setDoc.run(next, number);
    }
    return rows.length;
  };
  /** Takes the words of what was deleted out of the file, a part at a time: until then they are only marked. */
  const purge = (): number => {
    const state = getState.get('search_purge') ?? 0;
    if (state === 0) return 0;
    const changes = db.prepare<[], number>('SELECT total_changes()').pluck();
    const before = changes.get() ?? 0;
    for (const table of ['search_words', 'search_pairs'])
      db.prepare(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`).run(state === 1 ? -mergedPages : mergedPages);
    const isDone = (changes.get() ?? 0) - before < 4;
    setState.run('search_purge', isDone ? 0 : 2);
    return isDone ? 0 : 1;
  };

  return {
    /** Answers 0 when nothing is left to do. */
    indexSome: (): number => {
      const toSession = makeNumbers();
      return indexPending(toSession) + indexNew(toSession) || indexObservations(toSession) || purge();
    },
    /** Records and observations that are not searchable yet. */
    countBehind: (): number => {
      const records = db.prepare<[number], number>('SELECT count(*) FROM records WHERE fts_id > ?').pluck();
      const others = db
        .prepare<[], number>('SELECT (SELECT count(*) FROM search_pending) + (SELECT count(*) FROM search_observations WHERE pending = 1)')
        .pluck();
      return (records.get(getState.get('search') ?? 0) ?? 0) + (others.get() ?? 0);
    },
    /** Before the records of a session are deleted. */
    forgetSession: (sessionId: string): void => {
      dropRetrievals.run(sessionId);
      const number = numberOf.get(sessionId);
      if (number === undefined) return;
      drop(...toRange(number));
      dropNumber.run(sessionId);
      setState.run('search_purge', 1);
    },
    /** Before one record is deleted. */
    forgetRecord: (sessionId: string, id: string): void => {
      const [number, ftsId] = [numberOf.get(sessionId), ftsIdOf.get(sessionId, id)];
      if (number !== undefined && ftsId !== undefined) dropRecord(number, ftsId);
      if (ftsId !== undefined) dropPending.run(ftsId);
    },
    /** After records were deleted: their numbers are given again, and what gets them must be indexed. */
    afterDelete: (): void => {
      lowerWatermark.run();
    },
    /** Whether the index holds a document for each record and observation that was indexed. What waits for a change is not looked at. */
    isWhole: (): boolean => {
      const count = (sql: string): number => db.prepare<[], number>(sql).pluck().get() ?? 0;
      const isObservation = `${docSql.kind('id')} = 8`;
      if (count('SELECT count(*) FROM search_pending') > 0) return true;
      return (
        count(`SELECT count(*) FROM search_words_docsize WHERE NOT (${isObservation})`) ===
          count(`SELECT count(*) FROM records WHERE fts_id <= ${getState.get('search') ?? 0} AND inherited_from IS NULL`) &&
        count(`SELECT count(*) FROM search_words_docsize WHERE ${isObservation}`) ===
          count('SELECT count(*) FROM search_observations WHERE doc IS NOT NULL')
      );
    },
    /** Empties the index, so that all is indexed again. */
    empty: (): void => {
      for (const table of ['search_words', 'search_pairs']) db.prepare(`INSERT INTO ${table} (${table}) VALUES ('delete-all')`).run();
      db.exec('DELETE FROM search_sessions; DELETE FROM search_pending; UPDATE search_observations SET doc = NULL, pending = 1;');
      setState.run('search', 0);
    },
  };
};
