import type { Database } from 'better-sqlite3';
import { toolResults } from '../../../db/schema.ts';
import { computePairHash } from './index-hash.ts';
import { columnsOf } from './statements.ts';

export type Pairing = ReturnType<typeof makePairing>;

type StoredResult = typeof toolResults.$inferSelect;

/** Copies results onto the calls that they complete, so that calls are read and counted without a join. */
export const makePairing = (db: Database) => {
  const findKey = db.prepare<[string, string], { callKey: string }>(
    'SELECT call_key AS callKey FROM tool_calls WHERE session_id = ? AND id = ?',
  );
  const find = db.prepare<[string, string], StoredResult>(
    `SELECT ${columnsOf(toolResults, 'r')} FROM tool_results r WHERE r.session_id = ? AND r.record_id = ?`,
  );
  const complete = db.prepare(
    `UPDATE tool_calls SET result_record_id = @recordId, outcome = @outcome, outcome_source = @outcomeSource, exit_code = @exitCode,
      ended_at_ms = @endedAtMs, result_key = @resultKey, error_key = @errorKey, pair_hash = @pairHash,
      duration_ms = coalesce(@durationMs, CASE WHEN @endedAtMs >= started_at_ms THEN @endedAtMs - started_at_ms END)
    WHERE session_id = @sessionId AND id = @callId`,
  );
  const open = db.prepare<[string, string]>(
    `UPDATE tool_calls SET result_record_id = NULL, outcome = 'unknown', outcome_source = 'missing_result', exit_code = NULL,
      ended_at_ms = NULL, result_key = NULL, error_key = NULL, pair_hash = NULL, duration_ms = NULL
    WHERE session_id = ? AND id = ? AND result_record_id IS NOT NULL`,
  );
  return {
    /** Null: the call has no result, whatever was copied before. */
    pair: (sessionId: string, callId: string, resultRecordId: string | null): void => {
      const result = resultRecordId === null ? undefined : find.get(sessionId, resultRecordId);
      const call = findKey.get(sessionId, callId);
      if (result && call) complete.run({ ...result, callId, pairHash: computePairHash(call.callKey, result.resultKey) });
      else open.run(sessionId, callId);
    },
  };
};
