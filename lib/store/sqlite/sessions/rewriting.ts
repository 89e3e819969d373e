import type { Database } from 'better-sqlite3';
import { records, toolCalls, toolResults } from '../../../../db/schema.ts';
import type { DecodedRows, RecordRow, Redecoded, ToolCallRow, ToolResultRow } from '../../rows.ts';
import { columnsOf } from '../statements.ts';
import type { Pairing } from './pairing.ts';
import type { RecordRemoval } from './record-removal.ts';
import { toRecordColumns } from './rows.ts';
import { toWindowedText } from './text-window.ts';

export type Rewriting = ReturnType<typeof makeRewriting>;

type StoredPosition = {
  seq: number;
  turnIdx: number | null;
  callIndex: number | null;
  resultRecordId: string | null;
  callId: string | null;
};
type Row = Readonly<Record<string, unknown>>;

/** Columns that numbering and settling compute, and a decoder does not give. */
const numbered = ['ftsId', 'seq', 'turnIdx', 'inheritedFrom'];
const callFields = ['nativeCallId', 'name', 'kind', 'summary', 'startedAtMs', 'responseId', 'callKey', 'params', 'paramsBytes'];
const resultFields = ['nativeCallId', 'outcome', 'outcomeSource', 'exitCode', 'endedAtMs', 'durationMs', 'resultKey', 'errorKey'];

/** Replaces stored records by what a newer decoder says of the same entries. They keep their places until the session is derived again. */
export const makeRewriting = (db: Database, removal: RecordRemoval, pairing: Pairing) => {
  const findRecord = db.prepare<[string, string], Row>(
    `SELECT ${columnsOf(records, 'r', numbered)} FROM records r WHERE r.session_id = ? AND r.id = ?`,
  );
  const findCall = db.prepare<[string, string], Row>(
    `SELECT ${columnsOf(toolCalls, 'c')} FROM tool_calls c WHERE c.session_id = ? AND c.id = ?`,
  );
  const findResult = db.prepare<[string, string], Row>(
    `SELECT ${columnsOf(toolResults, 't')} FROM tool_results t WHERE t.session_id = ? AND t.record_id = ?`,
  );
  const findText = db
    .prepare<[string, string, string], Buffer>(`SELECT data FROM record_texts WHERE session_id = ? AND record_id = ? AND part = ?`)
    .pluck();
  const findPosition = db.prepare<[string, string], StoredPosition>(
    `SELECT r.seq, r.turn_idx AS turnIdx, c.call_index AS callIndex, c.result_record_id AS resultRecordId, t.call_id AS callId FROM records r
    LEFT JOIN tool_calls c ON c.session_id = r.session_id AND c.id = r.id
    LEFT JOIN tool_results t ON t.session_id = r.session_id AND t.record_id = r.id
    WHERE r.session_id = ? AND r.id = ?`,
  );
  const dropParent = db.prepare<[string]>('UPDATE sessions SET parent_id = NULL, relation = NULL WHERE id = ?');

  const hasText = (sessionId: string, recordId: string, part: 'text' | 'params', overflow: Buffer | null): boolean => {
    const stored = findText.get(sessionId, recordId, part);
    return overflow === null ? stored === undefined : stored?.equals(overflow) === true;
  };
  const hasRecord = (row: RecordRow): boolean => {
    const { head, bytes, lines, overflow } = toWindowedText(row.text);
    const columns: Row = toRecordColumns(row, { head, bytes, lines });
    const stored = findRecord.get(row.sessionId, row.id);
    return stored !== undefined && isSame(stored, columns, Object.keys(stored)) && hasText(row.sessionId, row.id, 'text', overflow);
  };
  const hasCall = (row: RecordRow, call: ToolCallRow | undefined): boolean => {
    const stored = findCall.get(row.sessionId, row.id);
    if (!call || !stored) return !call && !stored;
    const { head, bytes, overflow } = toWindowedText(call.params);
    return isSame(stored, { ...call, params: head, paramsBytes: bytes }, callFields) && hasText(row.sessionId, row.id, 'params', overflow);
  };
  const hasResult = (row: RecordRow, result: ToolResultRow | undefined): boolean => {
    const stored = findResult.get(row.sessionId, row.id);
    return !result || !stored ? !result && !stored : isSame(stored, result, resultFields);
  };
  return {
    /** Ids of the records that are stored exactly as they are given. */
    findUnchanged: ({ records: given, calls, results }: DecodedRows): Set<string> => {
      const callOf = new Map(calls.map((call) => [call.id, call]));
      const resultOf = new Map(results.map((result) => [result.recordId, result]));
      const same = given.filter((row) => hasRecord(row) && hasCall(row, callOf.get(row.id)) && hasResult(row, resultOf.get(row.id)));
      return new Set(same.map(({ id }) => id));
    },
    dropParent: (sessionId: string): void => {
      dropParent.run(sessionId);
    },
    /** Takes out what the batch rewrites and gives its rows the places of that. Answers what pairs calls again once they are stored. */
    replace: ({ records: given, calls, results }: DecodedRows, { records: rewritten }: Redecoded): (() => void) => {
      const recordOf = new Map(given.map((row) => [row.id, row]));
      const callOf = new Map(calls.map((row) => [row.id, row]));
      const resultOf = new Map(results.map((row) => [row.recordId, row]));
      const stale = new Map<string, string[]>();
      const pairs: { sessionId: string; callId: string; resultRecordId: string }[] = [];
      for (const { sessionId, id } of rewritten) {
        const stored = findPosition.get(sessionId, id);
        if (!stored) continue;
        stale.set(sessionId, [...(stale.get(sessionId) ?? []), id]);
        const call = callOf.get(id);
        const result = resultOf.get(id);
        Object.assign(recordOf.get(id) ?? {}, { seq: stored.seq, turnIdx: stored.turnIdx });
        if (call && stored.callIndex !== null) {
          Object.assign(call, { seq: stored.seq, turnIdx: stored.turnIdx, callIndex: stored.callIndex });
          if (stored.resultRecordId !== null) pairs.push({ sessionId, callId: id, resultRecordId: stored.resultRecordId });
        }
        if (result && stored.callId !== null) result.callId = stored.callId;
      }
      for (const [sessionId, ids] of stale) removal.remove(sessionId, ids);
      return () => {
        for (const { sessionId, callId, resultRecordId } of pairs) pairing.pair(sessionId, callId, resultRecordId);
      };
    },
  };
};

const isSame = (stored: Row, given: Row, fields: readonly string[]): boolean =>
  fields.every((field) => (stored[field] ?? null) === (given[field] ?? null));
