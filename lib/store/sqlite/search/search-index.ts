import type { Database } from 'better-sqlite3';
import { toDoc, toRecordRange, toSessionRange } from './doc.ts';
import { makeDocuments } from './documents.ts';
import { makeIndexState } from './index-state.ts';
import type { AppendBatch, RecordRow } from '../../rows.ts';
import {
  indexedColumns,
  makeReadAppended,
  makeReadContent,
  recordsWithCalls,
  type AppendedRecord,
  type IndexedRecord,
} from './indexed-record.ts';
import { makeIsWhole } from './is-whole.ts';

export type SearchIndex = ReturnType<typeof makeSearchIndex>;

/** Limits of one transaction: other writers wait for its end. */
const maxRows = 4_000;
const maxChars = 800_000;
/** Rows that are read at a time. */
const pageRows = 100;
/** Growth since the index was last merged into one part that makes it worth the time: each record is merged a few times in all. */
const mergedGrowth = 0.25;
/** Smaller indexes are read as fast in several parts. */
const minMerged = 10_000;
/** Name that formats give to a tool without a name. */
const unnamedTool = 'unknown';

/** Counts of rows and characters that one transaction has indexed. */
const makeBudget = () => {
  let [rows, chars] = [0, 0];
  return {
    rows: () => rows,
    isSpent: () => rows >= maxRows || chars >= maxChars,
    take: (more: number): void => {
      rows += 1;
      chars += more;
    },
  };
};
type Budget = ReturnType<typeof makeBudget>;

/**
 * The full-text index, filled behind the writes, in short transactions. Triggers list changes below the watermark in `search_pending`; a
 * record at or below the watermark must be taken out before it is deleted.
 */
export const makeSearchIndex = (db: Database) => {
  const state = makeIndexState(db);
  const documents = makeDocuments(db, state);
  const numberOf = db.prepare<[string], number>('SELECT number FROM search_sessions WHERE session_id = ?').pluck();
  const addNumber = db.prepare<[string], number>('INSERT INTO search_sessions (session_id) VALUES (?) RETURNING number').pluck();
  const dropNumber = db.prepare<[string]>('DELETE FROM search_sessions WHERE session_id = ?');
  const dropRetrievals = db.prepare<[string]>('DELETE FROM retrievals WHERE session_id = ?');
  const newRecords = db.prepare<[number, number], IndexedRecord>(
    `SELECT ${indexedColumns} FROM ${recordsWithCalls} WHERE r.fts_id > ? ORDER BY r.fts_id LIMIT ?`,
  );
  const pending = db.prepare<[number], number>('SELECT fts_id FROM search_pending LIMIT ?').pluck();
  const dropPending = db.prepare<[number]>('DELETE FROM search_pending WHERE fts_id = ?');
  const one = db.prepare<[number], IndexedRecord>(`SELECT ${indexedColumns} FROM ${recordsWithCalls} WHERE r.fts_id = ?`);
  const ftsIdOf = db.prepare<[string, string], number>('SELECT fts_id FROM records WHERE session_id = ? AND id = ?').pluck();
  const newObservations = db.prepare<[number], { number: number; doc: number | null; sessionId: string; text: string }>(
    `SELECT x.number, x.doc, o.session_id AS sessionId, o.title || char(10) || o.content AS text
    FROM search_observations x INDEXED BY search_observations_pending JOIN observations o ON o.session_id = x.session_id AND o.id = x.id
    WHERE x.pending = 1 ORDER BY x.number LIMIT ?`,
  );
  const setDoc = db.prepare<[number, number]>('UPDATE search_observations SET doc = ?, pending = 0 WHERE number = ?');
  const newSummaries = db.prepare<[number], { number: number; doc: number | null; sessionId: string; text: string }>(
    `SELECT number, doc, session_id AS sessionId, texts AS text FROM summaries INDEXED BY summaries_pending
    WHERE pending = 1 ORDER BY number LIMIT ?`,
  );
  const setSummaryDoc = db.prepare<[number, number]>('UPDATE summaries SET doc = ?, pending = 0 WHERE number = ?');
  const lowerWatermark = db.prepare(
    "UPDATE index_state SET value = min(value, (SELECT coalesce(max(fts_id), 0) FROM records)) WHERE name = 'search'",
  );
  const countBehind = db
    .prepare<[number], number>(
      `SELECT (SELECT count(*) FROM records WHERE fts_id > ?) + (SELECT count(*) FROM search_pending)
      + (SELECT count(*) FROM search_observations INDEXED BY search_observations_pending WHERE pending = 1)
      + (SELECT count(*) FROM summaries INDEXED BY summaries_pending WHERE pending = 1)`,
    )
    .pluck();
  const isBehind = db
    .prepare<[number], number>(
      `SELECT EXISTS (SELECT 1 FROM records WHERE fts_id > ?) OR EXISTS (SELECT 1 FROM search_pending)
      OR EXISTS (SELECT 1 FROM search_observations INDEXED BY search_observations_pending WHERE pending = 1)
      OR EXISTS (SELECT 1 FROM summaries INDEXED BY summaries_pending WHERE pending = 1)`,
    )
    .pluck();
  const read = makeReadContent(db);
  const readAppended = makeReadAppended(db);

  /** Numbers of sessions; 0 is what belongs to none. */
  const makeNumbers = () => {
    const known = new Map<string, number>([['', 0]]);
    return (sessionId: string): number => {
      const number = known.get(sessionId) ?? numberOf.get(sessionId) ?? addNumber.get(sessionId) ?? 0;
      known.set(sessionId, number);
      return number;
    };
  };
  type ToNumber = ReturnType<typeof makeNumbers>;
  const addDocument = ({ ftsId, kind, tool, content }: Omit<AppendedRecord, 'sessionId'>, session: number): void => {
    documents.add(toDoc(session, ftsId, kind), content, tool === unnamedTool ? '' : (tool ?? ''));
  };
  const addRecord = (row: IndexedRecord, session: number): number => {
    if (!row.isOwn) return 0;
    const content = read(row);
    addDocument({ ...row, content }, session);
    return content.length;
  };
  const indexPending = (toNumber: ToNumber, budget: Budget): void => {
    const watermark = state.get('search');
    for (const id of pending.all(maxRows)) {
      if (budget.isSpent()) return;
      const row = one.get(id);
      dropPending.run(id);
      if (!row || id > watermark) continue;
      const session = toNumber(row.sessionId);
      documents.drop(...toRecordRange(session, id));
      budget.take(addRecord(row, session));
    }
  };
  const indexNew = (toNumber: ToNumber, budget: Budget): void => {
    let last = state.get('search');
    for (let page = newRecords.all(last, pageRows); page.length > 0 && !budget.isSpent(); page = newRecords.all(last, pageRows)) {
      for (const row of page) {
        if (budget.isSpent()) break;
        budget.take(addRecord(row, toNumber(row.sessionId)));
        last = row.ftsId;
      }
    }
    state.set('search', last);
  };
  type Derived = { kind: 'observation' | 'summary'; list: typeof newObservations; setDoc: typeof setDoc };
  const indexDerived =
    ({ kind, list, setDoc: set }: Derived) =>
    (toNumber: ToNumber, budget: Budget): void => {
      for (const { number, doc, sessionId, text } of list.all(pageRows)) {
        if (budget.isSpent()) return;
        if (doc !== null) documents.drop(doc, doc);
        const next = toDoc(toNumber(sessionId), number, kind);
        documents.add(next, text, '');
        set.run(next, number);
        budget.take(text.length);
      }
    };
  const indexObservations = indexDerived({ kind: 'observation', list: newObservations, setDoc });
  const indexSummaries = indexDerived({ kind: 'summary', list: newSummaries, setDoc: setSummaryDoc });
  /** Merges the index, a part at a time. Words of what was deleted are only marked until then. */
  const merge = (): number => {
    const isFirst = state.get('search_purge') === 1;
    // Documents indexed during the merge are not in the merged part.
    if (isFirst) state.set('search_merged', state.get('search'));
    const isMore = documents.merge(isFirst);
    state.set('search_purge', isMore ? 2 : 0);
    return isMore ? 1 : 0;
  };
  const empty = (): void => {
    documents.empty();
    db.exec(
      `DELETE FROM search_sessions; DELETE FROM search_pending; UPDATE search_observations SET doc = NULL, pending = 1;
      UPDATE summaries SET doc = NULL, pending = 1;`,
    );
    for (const name of ['search', 'search_merged', 'search_damaged'] as const) state.set(name, 0);
  };

  /** In a savepoint: what cannot be indexed leaves nothing behind, and is no reason to refuse the records. */
  const indexAppended = db.transaction((added: readonly AppendedRecord[]): void => {
    const toNumber = makeNumbers();
    for (const record of added) addDocument(record, toNumber(record.sessionId));
    state.set('search', added.at(-1)?.ftsId ?? 0);
  });

  return {
    /** With the records that this transaction stored after number `last`, unless others wait to be indexed, or the index is damaged. */
    indexAppended: (last: number, batch: Pick<AppendBatch, 'calls' | 'results'>, added: ReadonlyMap<number, RecordRow>): void => {
      if (added.size === 0 || added.size > maxRows || state.get('search') !== last || state.get('search_damaged') > 0) return;
      const appended = readAppended(batch, added);
      if (appended.reduce((chars, { content }) => chars + content.length, 0) > maxChars) return;
      try {
        indexAppended(appended);
      } catch (error) {
        // `indexSome` meets the same, and says it. After some errors, such as a full disk, nothing of the transaction is left.
        if (!db.inTransaction) throw error;
      }
    },
    /** Whether `indexSome` has anything to do. Reads only. */
    hasWork: (): boolean => state.get('search_purge') > 0 || state.get('search_damaged') > 0 || isBehind.get(state.get('search')) === 1,
    /** Answers 0 when nothing is left to do. */
    indexSome: (): number => {
      if (state.get('search_damaged') > 0) empty();
      const [toNumber, budget] = [makeNumbers(), makeBudget()];
      for (const step of [indexPending, indexNew, indexObservations, indexSummaries]) if (!budget.isSpent()) step(toNumber, budget);
      if (budget.rows() > 0) return budget.rows();
      return state.get('search_purge') > 0 ? merge() : 0;
    },
    /** Whether so much was indexed since the last time that `requestMerge` is worth it: fewer parts are searched faster. */
    wantsMerge: (): boolean => {
      const [indexed, merged] = [state.get('search'), state.get('search_merged')];
      return state.get('search_purge') === 0 && indexed - merged >= Math.max(minMerged, merged * mergedGrowth);
    },
    requestMerge: (): void => {
      state.set('search_purge', 1);
    },
    /** Records, observations and summaries that are not searchable yet. */
    countBehind: (): number => countBehind.get(state.get('search')) ?? 0,
    /** Before the records of a session are deleted. */
    forgetSession: (sessionId: string): void => {
      dropRetrievals.run(sessionId);
      const number = numberOf.get(sessionId);
      if (number === undefined) return;
      documents.drop(...toSessionRange(number));
      dropNumber.run(sessionId);
      state.set('search_purge', 1);
    },
    /** Before one record is deleted. `isReplaced`: its text stays, in another record. */
    forgetRecord: (sessionId: string, id: string, isReplaced: boolean): void => {
      const [number, ftsId] = [numberOf.get(sessionId), ftsIdOf.get(sessionId, id)];
      if (ftsId === undefined) return;
      dropPending.run(ftsId);
      if (number === undefined || ftsId > state.get('search')) return;
      documents.drop(...toRecordRange(number, ftsId));
      if (!isReplaced) state.set('search_purge', 1);
    },
    /** After records were deleted: their numbers are given again, and what gets them must be indexed. */
    afterDelete: (): void => {
      lowerWatermark.run();
    },
    isWhole: makeIsWhole(db, state),
    empty,
  };
};
