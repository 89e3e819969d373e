import type { Database } from 'better-sqlite3';
import { recordKind } from '../../../domain/record.ts';
import { groupBy } from '../../../session/group-by.ts';
import type { AppendBatch } from '../../rows.ts';
import type { KnownCall, LiveRecord } from '../../ingest-store.ts';
import type { RecordRemoval } from './record-removal.ts';
import type { SeenCalls } from './stale-checkpoints.ts';
import { parseStored } from '../json.ts';

export type LiveRecords = ReturnType<typeof makeLiveRecords>;

type StoredLive = Omit<LiveRecord, 'order' | 'kind'> & { kind: string; orderMs: number; orderLine: number; orderBlock: number };
type StoredCall = Omit<KnownCall, 'isAnswered'> & { resultRecordId: string | null };

const columns =
  'c.id, c.call_index AS callIndex, c.native_call_id AS nativeCallId, c.call_key AS callKey, c.result_record_id AS resultRecordId';

/** Records that running agents reported, and the file records that replace them. */
export const makeLiveRecords = (db: Database, removal: RecordRemoval) => {
  const list = db.prepare<[string, number, string], StoredLive>(
    `SELECT r.id, r.kind, r.order_ms AS orderMs, r.order_line AS orderLine, r.order_block AS orderBlock,
      coalesce(c.native_call_id, t.native_call_id) AS nativeCallId, c.call_key AS callKey,
      CASE WHEN r.kind IN ('prompt', 'response') THEN r.text ELSE '' END AS text
    FROM records r INDEXED BY records_seq
    LEFT JOIN tool_calls c ON c.session_id = r.session_id AND c.id = r.id
    LEFT JOIN tool_results t ON t.session_id = r.session_id AND t.record_id = r.id
    WHERE r.session_id = ? AND r.seq >= ? AND r.source_id = ? ORDER BY r.order_ms, r.order_line, r.order_block`,
  );
  const findCall = db.prepare<[string, string], StoredCall>(`SELECT ${columns} FROM tool_calls c WHERE c.session_id = ? AND c.id = ?`);
  const findAnswered = db.prepare<[string, string], StoredCall>(
    `SELECT ${columns} FROM tool_results t JOIN tool_calls c ON c.session_id = t.session_id AND c.id = t.call_id
    WHERE t.session_id = ? AND t.native_call_id = ? ORDER BY c.call_index DESC LIMIT 1`,
  );
  const findPrompt = db.prepare<[{ sessionId: string; callIndex: number | null }], { text: string; textBytes: number; hasCalls: number }>(
    `SELECT r.text, r.text_bytes AS textBytes, coalesce(r.turn_idx = (
      SELECT c.turn_idx FROM tool_calls c INDEXED BY tool_calls_index WHERE c.session_id = r.session_id ORDER BY c.call_index DESC LIMIT 1
    ), 0) AS hasCalls FROM records r INDEXED BY records_prompts
    WHERE r.session_id = @sessionId AND r.kind = 'prompt' AND (
      @callIndex IS NULL OR r.turn_idx = (
        SELECT c.turn_idx FROM tool_calls c INDEXED BY tool_calls_index WHERE c.session_id = @sessionId AND c.call_index = @callIndex
      )
    ) ORDER BY r.turn_idx DESC, r.seq DESC LIMIT 1`,
  );
  /** Index of a call, or of the call that a result completes. */
  const callOf = db
    .prepare<[{ sessionId: string; id: string }], number>(
      `SELECT call_index FROM tool_calls WHERE session_id = @sessionId AND id IN (
        @id, (SELECT call_id FROM tool_results WHERE session_id = @sessionId AND record_id = @id)
      ) LIMIT 1`,
    )
    .pluck();
  const findAlias = db.prepare<[string, string], string>('SELECT record_id FROM record_aliases WHERE session_id = ? AND id = ?').pluck();
  const putAlias = db.prepare<[string, string, string]>(
    `INSERT INTO record_aliases (session_id, id, record_id) VALUES (?, ?, ?)
    ON CONFLICT (session_id, id) DO UPDATE SET record_id = excluded.record_id`,
  );
  const rename = db.prepare<[string | null, string, string]>(
    'UPDATE tool_results SET native_call_id = ? WHERE session_id = ? AND record_id = ?',
  );
  return {
    list: (sessionId: string, liveSourceId: string, fromSeq: number): LiveRecord[] =>
      list.all(sessionId, fromSeq, liveSourceId).map(toLiveRecord),
    findCalls: (sessionId: string, ids: readonly string[]): Map<string, KnownCall> =>
      new Map(
        ids.flatMap((id) => {
          const row = findCall.get(sessionId, id) ?? findCall.get(sessionId, findAlias.get(sessionId, id) ?? '');
          return row ? [[id, toKnownCall(row)] as const] : [];
        }),
      ),
    findAnswered: (sessionId: string, nativeCallId: string): KnownCall | null => {
      const row = findAnswered.get(sessionId, nativeCallId);
      return row ? toKnownCall(row) : null;
    },
    findPrompt: (sessionId: string, callIndex: number | null) => {
      const row = findPrompt.get({ sessionId, callIndex });
      return row ? { ...row, hasCalls: row.hasCalls === 1 } : null;
    },
    /** Before the rows of the batch are stored, which take the place of what goes. The session must be derived again. */
    replace: ({ replaced = [], renamed = [] }: AppendBatch, seen: SeenCalls): void => {
      for (const { sessionId, id, recordId } of replaced) {
        const callIndex = seen.has(sessionId) ? callOf.get({ sessionId, id }) : undefined;
        if (callIndex !== undefined) seen.touch(sessionId, callIndex);
        putAlias.run(sessionId, id, recordId);
      }
      for (const [sessionId, ones] of groupBy(replaced, (one) => one.sessionId)) {
        removal.drop(
          sessionId,
          ones.map(({ id }) => id),
          true,
        );
      }
      for (const { sessionId, recordId, nativeCallId } of renamed) rename.run(nativeCallId, sessionId, recordId);
    },
  };
};

const toLiveRecord = ({ kind, orderMs, orderLine, orderBlock, ...row }: StoredLive): LiveRecord => ({
  ...row,
  kind: parseStored(recordKind, kind),
  order: [orderMs, orderLine, orderBlock],
});

const toKnownCall = ({ resultRecordId, ...call }: StoredCall): KnownCall => ({ ...call, isAnswered: resultRecordId !== null });
