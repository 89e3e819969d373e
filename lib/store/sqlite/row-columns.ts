import type { Database } from 'better-sqlite3';
import { outcome } from '../../domain/outcome.ts';
import { recordKind } from '../../domain/record.ts';
import type { RowColumns } from '../store.ts';
import { sameAs } from './tool-calls.ts';

type Row = { seq: number; kind: string; subtype: string | null; turnIdx: number | null };
type Call = { seq: number; callIndex: number; name: string; outcome: string; sameAs: number | null };

/** Columns of the transcript's row index: read from covering indexes, two ordered scans merged by position. */
export const makeRowColumns = (db: Database) => {
  const startOf = db.prepare<[string, number], { seq: number }>(
    'SELECT start_seq AS seq FROM turns WHERE session_id = ? AND turn_idx >= ? ORDER BY turn_idx LIMIT 1',
  );
  const rows = db.prepare<[string, number], Row>(
    `SELECT seq, kind, subtype, turn_idx AS turnIdx FROM records INDEXED BY records_seq WHERE session_id = ? AND seq >= ? ORDER BY seq`,
  );
  const calls = db.prepare<[string, number], Call>(
    `SELECT c.seq, c.call_index AS callIndex, c.name, c.outcome, ${sameAs} AS sameAs
    FROM tool_calls c WHERE c.session_id = ? AND c.seq >= ?`,
  );
  const pairedSeqs = db.prepare<[string, number], { seq: number }>(
    `SELECT r.seq FROM tool_calls c JOIN records r ON r.session_id = c.session_id AND r.id = c.result_record_id
    WHERE c.session_id = ? AND r.seq >= ?`,
  );
  return (sessionId: string, fromTurn: number): RowColumns => {
    const columns: RowColumns = {
      seq: [],
      kind: [],
      subtype: [],
      turnIdx: [],
      callIndex: [],
      callName: [],
      outcome: [],
      sameAs: [],
      paired: [],
    };
    const fromSeq = fromTurn <= 0 ? 0 : startOf.get(sessionId, fromTurn)?.seq;
    if (fromSeq === undefined) return columns;
    const callAt = new Map(calls.all(sessionId, fromSeq).map((call) => [call.seq, call]));
    const paired = new Set(pairedSeqs.all(sessionId, fromSeq).map((row) => row.seq));
    for (const row of rows.iterate(sessionId, fromSeq)) {
      const call = callAt.get(row.seq);
      columns.seq.push(row.seq);
      columns.kind.push(recordKind.parse(row.kind));
      columns.subtype.push(row.subtype);
      columns.turnIdx.push(row.turnIdx);
      columns.callIndex.push(call?.callIndex ?? 0);
      columns.callName.push(call?.name ?? '');
      columns.outcome.push(call ? outcome.parse(call.outcome) : null);
      columns.sameAs.push(call?.sameAs ?? null);
      columns.paired.push(row.kind === 'tool_result' && paired.has(row.seq));
    }
    return columns;
  };
};
