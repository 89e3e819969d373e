import type { Database } from 'better-sqlite3';
import type { records } from '../../../../db/schema.ts';
import { recordKind } from '../../../domain/record.ts';
import type { DerivedFrom, RecordHead, RecordPlace, Rederived } from '../../ingest-store.ts';
import type { OrderKey } from '../../../session/order.ts';
import type { Pairing } from './pairing.ts';
import type { Revisions } from '../revisions.ts';
import type { StaleCheckpoints } from './stale-checkpoints.ts';
import { toJson, parseStored } from '../json.ts';
import { turnOfResponse } from './turn-sums.ts';

type StoredHead = Pick<
  typeof records.$inferSelect,
  'id' | 'seq' | 'turnIdx' | 'orderMs' | 'orderLine' | 'orderBlock' | 'kind' | 'atMs' | 'responseId' | 'sourceId'
>;

type Pair = { id: string; nativeCallId: string | null };

type StoredPlace = Pick<typeof records.$inferSelect, 'orderMs' | 'orderLine' | 'orderBlock' | 'lineHash' | 'sourceId'>;

const heads = `SELECT id, seq, turn_idx AS turnIdx, order_ms AS orderMs, order_line AS orderLine, order_block AS orderBlock,
  kind, at_ms AS atMs, response_id AS responseId, source_id AS sourceId FROM records WHERE session_id = ?`;
const inOrder = 'ORDER BY order_ms, order_line, order_block, id';

/** Reads and writes for numbering a session again: its records in order, and their new numbers. */
export const makeRederive = (db: Database, pairing: Pairing, revisions: Revisions, staleCheckpoints: StaleCheckpoints) => {
  const placeOf = db.prepare<[string, string], StoredPlace>(
    `SELECT order_ms AS orderMs, order_line AS orderLine, order_block AS orderBlock, line_hash AS lineHash, source_id AS sourceId
    FROM records WHERE session_id = ? AND id = ?`,
  );
  const markStale = db.prepare<[string]>('UPDATE sessions SET settled = 0 WHERE id = ?');
  const first = db.prepare<[string, number], StoredHead>(`${heads} ${inOrder} LIMIT ?`);
  const next = db.prepare<[string, number, number, number, number], StoredHead>(
    `${heads} AND (order_ms, order_line, order_block) > (?, ?, ?) ${inOrder} LIMIT ?`,
  );
  const ties = db.prepare<[string, number, number, number, string], StoredHead>(
    `${heads} AND (order_ms, order_line, order_block) = (?, ?, ?) AND id > ? ${inOrder}`,
  );
  const callPairs = db.prepare<[string, number], Pair>(
    'SELECT id, native_call_id AS nativeCallId FROM tool_calls INDEXED BY tool_calls_index WHERE session_id = ? AND call_index >= ?',
  );
  const resultPairs = db.prepare<[string], Pair>(
    'SELECT record_id AS id, native_call_id AS nativeCallId FROM tool_results WHERE session_id = ?',
  );
  const resultPairsFrom = db.prepare<[string, number], Pair>(
    `SELECT t.record_id AS id, t.native_call_id AS nativeCallId FROM records r INDEXED BY records_seq
    CROSS JOIN tool_results t ON t.session_id = r.session_id AND t.record_id = r.id WHERE r.session_id = ? AND r.seq >= ?`,
  );
  const setRecord = db.prepare<[{ sessionId: string; id: string; seq: number; turnIdx: number | null }]>(
    'UPDATE records SET seq = @seq, turn_idx = @turnIdx WHERE session_id = @sessionId AND id = @id AND (seq <> @seq OR turn_idx IS NOT @turnIdx)',
  );
  const setCall = db.prepare<[{ sessionId: string; id: string; seq: number; turnIdx: number | null; callIndex: number }]>(
    'UPDATE tool_calls SET seq = @seq, turn_idx = @turnIdx, call_index = @callIndex WHERE session_id = @sessionId AND id = @id',
  );
  const numberOf = db.prepare<[string, string], { callIndex: number; turnIdx: number | null }>(
    'SELECT call_index AS callIndex, turn_idx AS turnIdx FROM tool_calls WHERE session_id = ? AND id = ?',
  );
  const setSession = db.prepare<[string, number | null, number | null, number | null, number | null, string]>(
    'UPDATE sessions SET head = ?, started_at_ms = ?, ended_at_ms = ?, active_ms = ?, waiting_ms = ? WHERE id = ?',
  );
  const setResponseTurns = db.prepare<[string]>(`UPDATE responses SET turn_idx = ${turnOfResponse('responses')} WHERE session_id = ?`);
  const setResponseTurnsFrom = db.prepare<[{ sessionId: string; seq: number }]>(
    `UPDATE responses SET turn_idx = ${turnOfResponse('responses')} WHERE rowid IN (
      SELECT q.rowid FROM records r INDEXED BY records_seq
      JOIN responses q INDEXED BY responses_id ON q.id_hash = r.response_hash AND q.session_id = r.session_id AND q.id = r.response_id
      WHERE r.session_id = @sessionId AND r.seq >= @seq
    )`,
  );
  /** Outcome overrides, and the turns of responses, where calls before `from` were not paired again. */
  const amendFrom = ({ sessionId, pairs }: Rederived, from: DerivedFrom): void => {
    for (const { callId, resultRecordId } of pairs) if (resultRecordId !== null) pairing.amendPaired(sessionId, callId, resultRecordId);
    pairing.amendFrom(sessionId, from.seq);
    setResponseTurnsFrom.run({ sessionId, seq: from.seq });
  };
  return {
    findPlaces: (sessionId: string, ids: readonly string[]): Map<string, RecordPlace> => {
      const found = new Map<string, RecordPlace>();
      for (const id of ids) {
        const row = placeOf.get(sessionId, id);
        if (row) found.set(id, { order: [row.orderMs, row.orderLine, row.orderBlock], lineHash: row.lineHash, sourceId: row.sourceId });
      }
      return found;
    },
    /** Records of one place are never parted: the window grows by those that share its last place. */
    listHeads: (sessionId: string, after: OrderKey | null, limit: number): RecordHead[] => {
      const rows = after ? next.all(sessionId, ...after, limit) : first.all(sessionId, limit);
      const last = rows.at(-1);
      const rest = last && rows.length === limit ? ties.all(sessionId, last.orderMs, last.orderLine, last.orderBlock, last.id) : [];
      return [...rows, ...rest].map(toHead);
    },
    listCallPairs: (sessionId: string, { seq, callIndex }: DerivedFrom) => ({
      calls: toMap(callPairs.all(sessionId, callIndex)),
      results: toMap(seq === 0 ? resultPairs.all(sessionId) : resultPairsFrom.all(sessionId, seq)),
    }),
    apply: (chunk: Rederived): boolean => {
      const { sessionId, records: numbered, calls, pairs, session, from } = chunk;
      if (session && !revisions.isAt({ sessionId, revision: session.revision })) return false;
      markStale.run(sessionId);
      for (const row of numbered) setRecord.run({ ...row, sessionId });
      const seen = staleCheckpoints.watch();
      const isSeen = seen.has(sessionId);
      for (const row of calls) {
        const before = isSeen ? numberOf.get(sessionId, row.id) : undefined;
        setCall.run({ ...row, sessionId });
        const isSame = before?.callIndex === row.callIndex && before.turnIdx === row.turnIdx;
        if (before && !isSame) seen.touch(sessionId, Math.min(before.callIndex, row.callIndex));
      }
      for (const { callId, resultRecordId } of pairs) {
        const changed = pairing.pair(sessionId, callId, resultRecordId);
        if (changed !== null) seen.touch(sessionId, changed);
      }
      seen.note();
      if (!session) return true;
      if (from && from.seq > 0) amendFrom(chunk, from);
      else {
        pairing.amendAll(sessionId);
        setResponseTurns.run(sessionId);
      }
      setSession.run(toJson(session.head), session.startedAtMs, session.endedAtMs, session.activeMs, session.waitingMs, sessionId);
      revisions.advance(sessionId);
      return true;
    },
  };
};

const toHead = ({ orderMs, orderLine, orderBlock, kind, ...row }: StoredHead): RecordHead => ({
  ...row,
  kind: parseStored(recordKind, kind),
  order: [orderMs, orderLine, orderBlock],
});

const toMap = (rows: readonly { id: string; nativeCallId: string | null }[]): Map<string, string | null> =>
  new Map(rows.map((row) => [row.id, row.nativeCallId]));
