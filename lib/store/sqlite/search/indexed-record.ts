import type { Database } from 'better-sqlite3';
import type { RecordKind } from '../../../domain/record.ts';
import { cutText } from '../../../print/cut-text.ts';
import { toArgumentText } from '../../../search/to-argument-text.ts';
import { decompressText } from '../../compress.ts';
import type { AppendBatch, RecordRow } from '../../rows.ts';

/** Limit for one record: text beyond it is not searchable. */
export const maxIndexedChars = 1_000_000;

export type IndexedRecord = {
  ftsId: number;
  sessionId: string;
  id: string;
  /** Kind under which it is found. */
  kind: RecordKind;
  text: string;
  isLong: number;
  isOwn: number;
  tool: string | null;
  params: string | null;
  isLongParams: number | null;
};

/** Kind under which a record `r` is found: a call that holds its own result counts as that result. */
export const foundKind = "CASE WHEN r.kind = 'tool_call' AND r.text_bytes > 0 THEN 'tool_result' ELSE r.kind END";

/** Each record `r` with the call `c` that it is or answers. */
export const recordsWithCalls = `records r
  LEFT JOIN tool_results t ON r.kind = 'tool_result' AND t.session_id = r.session_id AND t.record_id = r.id
  LEFT JOIN tool_calls c ON r.kind IN ('tool_call', 'tool_result') AND c.session_id = r.session_id
    AND c.id = CASE r.kind WHEN 'tool_call' THEN r.id ELSE t.call_id END`;

/** Columns of an `IndexedRecord`, of `recordsWithCalls`. */
export const indexedColumns = `r.fts_id AS ftsId, r.session_id AS sessionId, r.id, ${foundKind} AS kind, r.text, r.text_bytes > 65536 AS isLong,
  r.inherited_from IS NULL AS isOwn, c.name AS tool, c.params, c.params_bytes > 65536 AS isLongParams`;

/** Reads what a record is found by: its text, or the arguments of its call. */
export const makeReadContent = (db: Database) => {
  const readLong = db
    .prepare<[string, string, string], Buffer>('SELECT data FROM record_texts WHERE session_id = ? AND record_id = ? AND part = ?')
    .pluck();
  const readWhole = (row: IndexedRecord, part: 'text' | 'params', head: string): string => {
    const data = readLong.get(row.sessionId, row.id, part);
    return data ? decompressText(data) : head;
  };
  const readAll = (row: IndexedRecord): string => {
    if (row.kind !== 'tool_call') return row.isLong ? readWhole(row, 'text', row.text) : row.text;
    const params = row.params ?? '';
    return toArgumentText(row.isLongParams ? readWhole(row, 'params', params) : params);
  };
  return (row: IndexedRecord): string => cutText(readAll(row), maxIndexedChars);
};

/** A record that this transaction stored, with what finds it. */
export type AppendedRecord = { ftsId: number; sessionId: string; kind: RecordKind; content: string; tool: string | null };

/** The same from the rows of a batch, where reading them back would take longer than indexing them. */
export const makeReadAppended = (db: Database) => {
  const nameOf = db.prepare<[string, string], string>('SELECT name FROM tool_calls WHERE session_id = ? AND id = ?').pluck();
  return ({ calls, results }: Pick<AppendBatch, 'calls' | 'results'>, added: ReadonlyMap<number, RecordRow>): AppendedRecord[] => {
    const callOf = new Map(calls.map((row) => [row.id, row]));
    const callIdOf = new Map(results.map((row) => [row.recordId, row.callId]));
    return Array.from(added, ([ftsId, { sessionId, id, kind, text }]) => {
      const callId = kind === 'tool_call' ? id : kind === 'tool_result' ? (callIdOf.get(id) ?? null) : null;
      const call = callId === null ? undefined : callOf.get(callId);
      const tool = callId === null ? null : (call?.name ?? nameOf.get(sessionId, callId) ?? null);
      const isArguments = kind === 'tool_call' && text === '';
      const content = isArguments ? toArgumentText(call?.params ?? '') : text;
      return {
        ftsId,
        sessionId,
        kind: kind === 'tool_call' && !isArguments ? 'tool_result' : kind,
        content: cutText(content, maxIndexedChars),
        tool,
      };
    });
  };
};
