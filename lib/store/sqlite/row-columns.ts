import type { Database } from 'better-sqlite3';
import * as z from 'zod';
import { outcome } from '../../domain/outcome.ts';
import { recordKind } from '../../domain/record.ts';
import type { RowColumns } from '../store.ts';
import { parseJson } from './rows.ts';
import { sameAs } from './tool-calls.ts';

type Lists = { seq: string; kind: string; subtype: string; turnIdx: string };
type Call = [seq: number, callIndex: number, name: string, outcome: string, sameAs: number | null];

const ints = z.array(z.int());
const nullableInts = z.array(z.int().nullable());
const kinds = z.array(recordKind);
const nullableStrings = z.array(z.string().nullable());

const noColumns = (): RowColumns => ({
  seq: [],
  kind: [],
  subtype: [],
  turnIdx: [],
  callIndex: [],
  callName: [],
  outcome: [],
  sameAs: [],
  paired: [],
});

/**
 * Columns of the transcript's row index: read from covering indexes, two ordered scans merged by position. Records come as one
 * list a column, because a row a record costs three times as much in a session of 200,000.
 */
export const makeRowColumns = (db: Database) => {
  const startOf = db.prepare<[string, number], { seq: number }>(
    'SELECT start_seq AS seq FROM turns WHERE session_id = ? AND turn_idx >= ? ORDER BY turn_idx LIMIT 1',
  );
  const records = db.prepare<[string, number], Lists>(
    `SELECT json_group_array(seq) AS seq, json_group_array(kind) AS kind, json_group_array(subtype) AS subtype,
      json_group_array(turn_idx) AS turnIdx
    FROM (
      SELECT seq, kind, subtype, turn_idx FROM records INDEXED BY records_seq WHERE session_id = ? AND seq >= ? ORDER BY seq
    )`,
  );
  const calls = db
    .prepare<[string, number], Call>(
      `SELECT c.seq, c.call_index, c.name, c.outcome, ${sameAs} FROM tool_calls c WHERE c.session_id = ? AND c.seq >= ?`,
    )
    .raw();
  const pairedSeqs = db
    .prepare<[string, number], number>(
      `SELECT r.seq FROM tool_calls c JOIN records r ON r.session_id = c.session_id AND r.id = c.result_record_id
      WHERE c.session_id = ? AND r.seq >= ?`,
    )
    .pluck();
  return (sessionId: string, fromTurn: number): RowColumns => {
    const fromSeq = fromTurn <= 0 ? 0 : startOf.get(sessionId, fromTurn)?.seq;
    const lists = fromSeq === undefined ? undefined : records.get(sessionId, fromSeq);
    if (fromSeq === undefined || !lists) return noColumns();
    const seq = parseJson(ints, lists.seq);
    const kind = parseJson(kinds, lists.kind);
    const callAt = new Map(calls.all(sessionId, fromSeq).map((call) => [call[0], call]));
    const paired = new Set(pairedSeqs.all(sessionId, fromSeq));
    const called = seq.map((at) => callAt.get(at));
    return {
      seq,
      kind,
      subtype: parseJson(nullableStrings, lists.subtype),
      turnIdx: parseJson(nullableInts, lists.turnIdx),
      callIndex: called.map((call) => call?.[1] ?? 0),
      callName: called.map((call) => call?.[2] ?? ''),
      outcome: called.map((call) => (call ? outcome.parse(call[3]) : null)),
      sameAs: called.map((call) => call?.[4] ?? null),
      paired: seq.map((at, index) => kind[index] === 'tool_result' && paired.has(at)),
    };
  };
};
