import type { Database } from 'better-sqlite3';
import { outcome } from '../../../domain/outcome.ts';
import type { FoundDocument } from '../../search-store.ts';
import { fromDoc } from './doc.ts';
import { toKnown } from '../sums.ts';
import { indexedColumns, makeReadContent, recordsWithCalls, type IndexedRecord } from './indexed-record.ts';
import { parseStored } from '../json.ts';
import { isTakenBack } from '../sessions/taken-back.ts';

type Placed = {
  seq: number;
  atMs: number | null;
  callIndex: number | null;
  outcome: string | null;
  takenBack: number;
};
type StoredSession = {
  id: string;
  title: string | null;
  project: string | null;
  agent: string;
  startedAtMs: number | null;
  synthetic: number;
  starredAtMs: number | null;
};

/** Fields that only records and observations have. */
const noRecord = { recordId: null, observationId: null, seq: null, callIndex: null, tool: null, outcome: null, takenBack: false };

/** Reads what a number of the search index stands for; null where it is gone. */
export const makeReadDocument = (db: Database) => {
  const findRecord = db.prepare<[number], IndexedRecord & Placed>(
    `SELECT ${indexedColumns}, r.seq, r.at_ms AS atMs, c.call_index AS callIndex, c.outcome,
      ${isTakenBack('r')} AS takenBack FROM ${recordsWithCalls} WHERE r.fts_id = ?`,
  );
  const findObservation = db.prepare<[number], { id: string; sessionId: string; text: string; atMs: number | null }>(
    `SELECT o.id, o.session_id AS sessionId, o.title || char(10) || o.content AS text, CASE WHEN o.timed > 0 THEN ${toKnown('instant', 'o.last_seen_ms')} END AS atMs
    FROM search_observations x JOIN observations o ON o.session_id = x.session_id AND o.id = x.id WHERE x.number = ?`,
  );
  const findSummary = db.prepare<[number], { sessionId: string; recordId: string; seq: number | null; text: string; atMs: number | null }>(
    `SELECT x.session_id AS sessionId, x.message_id AS recordId, t.start_seq AS seq, x.texts AS text, nullif(${toKnown('instant', 'x.listed_ms')}, 0) AS atMs
    FROM summaries x LEFT JOIN turns t ON t.session_id = x.session_id AND t.turn_idx = x.turn_idx WHERE x.number = ?`,
  );
  const findSession = db.prepare<[string], StoredSession>(
    `SELECT s.id, s.title, s.project, s.family AS agent, s.started_at_ms AS startedAtMs, s.synthetic, x.starred_at_ms AS starredAtMs
    FROM sessions s LEFT JOIN starred_sessions x ON x.session_id = s.id WHERE s.id = ?`,
  );
  const readContent = makeReadContent(db);
  const readSession = (id: string) => {
    const row = findSession.get(id);
    return row ? { ...row, synthetic: row.synthetic === 1 } : null;
  };
  return (doc: number, score: number | null): FoundDocument | null => {
    const { kind, number } = fromDoc(doc);
    if (kind === 'observation') {
      const row = findObservation.get(number);
      if (!row) return null;
      const { id, sessionId, ...found } = row;
      return {
        ...noRecord,
        ...found,
        kind,
        score,
        sessionId: sessionId === '' ? null : sessionId,
        observationId: id,
        session: readSession(sessionId),
      };
    }
    if (kind === 'summary') {
      const row = findSummary.get(number);
      return row ? { ...noRecord, ...row, kind, score, session: readSession(row.sessionId) } : null;
    }
    const row = findRecord.get(number);
    return row
      ? {
          sessionId: row.sessionId,
          recordId: row.id,
          observationId: null,
          seq: row.seq,
          callIndex: row.callIndex,
          kind,
          tool: row.tool,
          outcome: row.outcome === null ? null : parseStored(outcome, row.outcome),
          takenBack: row.takenBack === 1,
          atMs: row.atMs,
          score,
          text: readContent(row),
          session: readSession(row.sessionId),
        }
      : null;
  };
};
