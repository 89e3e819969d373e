import type { Database } from 'better-sqlite3';
import { toolResults } from '../../../../db/schema.ts';
import { computePairHash } from '../index-hash.ts';
import { columnsOf } from '../statements.ts';

export type Pairing = ReturnType<typeof makePairing>;

/** Turn and number of a call. */
type CallPlace = { turnIdx: number | null; callIndex: number };

type StoredResult = typeof toolResults.$inferSelect;
type StoredOutcomeOverride = StoredResult & { seq: number };
type Recorded = { recordId: string };

/** Outcome overrides are kept as results of `meta` and `system` records. */
const fromOutcomeOverrides = `FROM tool_results t JOIN records r ON r.session_id = t.session_id AND r.id = t.record_id AND r.kind IN ('meta', 'system')`;

/**
 * Copies results onto the calls that they complete, and what was told apart of how a call ended over them, so that calls are
 * read and counted without a join.
 */
export const makePairing = (db: Database) => {
  const findCall = db.prepare<[string, string], { callKey: string; resultRecordId: string | null; callIndex: number; outcome: string }>(
    `SELECT call_key AS callKey, result_record_id AS resultRecordId, call_index AS callIndex, outcome
    FROM tool_calls WHERE session_id = ? AND id = ?`,
  );
  const setCall = db.prepare<[string | null, string, string]>('UPDATE tool_results SET call_id = ? WHERE session_id = ? AND record_id = ?');
  const freeResult = db.prepare<[string, string, string]>(
    'UPDATE tool_results SET call_id = NULL WHERE session_id = ? AND record_id = ? AND call_id = ?',
  );
  const find = db.prepare<[string, string], StoredResult>(
    `SELECT ${columnsOf(toolResults, 'r')} FROM tool_results r WHERE r.session_id = ? AND r.record_id = ?`,
  );
  const complete = db.prepare(
    `UPDATE tool_calls SET result_record_id = @recordId, outcome = @outcome, outcome_source = @outcomeSource, exit_code = @exitCode,
      ended_at_ms = iif(@outcome = 'running', NULL, @endedAtMs), result_key = @resultKey, error_key = CASE WHEN @outcome = 'error' THEN @errorKey END, pair_hash = @pairHash,
      duration_ms = CASE WHEN @outcome <> 'running' THEN
        coalesce(@durationMs, CASE WHEN @endedAtMs >= started_at_ms THEN @endedAtMs - started_at_ms END) END
    WHERE session_id = @sessionId AND id = @callId`,
  );
  const open = db.prepare<[string, string]>(
    `UPDATE tool_calls SET result_record_id = NULL, outcome = 'unknown', outcome_source = 'missing_result', exit_code = NULL,
      ended_at_ms = NULL, result_key = NULL, error_key = NULL, pair_hash = NULL, duration_ms = NULL
    WHERE session_id = ? AND id = ? AND outcome_source <> 'missing_result'`,
  );
  const findOutcomeOverride = db.prepare<[string, string], StoredOutcomeOverride>(
    `SELECT ${columnsOf(toolResults, 't')}, r.seq ${fromOutcomeOverrides} WHERE t.session_id = ? AND t.record_id = ?`,
  );
  const listOutcomeOverrides = db.prepare<[string], StoredOutcomeOverride>(
    `SELECT ${columnsOf(toolResults, 't')}, r.seq ${fromOutcomeOverrides} WHERE t.session_id = ? ORDER BY r.seq`,
  );
  const listOutcomeOverridesFrom = db.prepare<[string, number], Recorded>(
    `SELECT t.record_id AS recordId FROM records r INDEXED BY records_seq
    CROSS JOIN tool_results t ON t.session_id = r.session_id AND t.record_id = r.id
    WHERE r.session_id = ? AND r.seq >= ? AND r.kind IN ('meta', 'system') ORDER BY r.seq`,
  );
  const listCalls = db.prepare<[string], { id: string; nativeCallId: string | null; seq: number }>(
    'SELECT id, native_call_id AS nativeCallId, seq FROM tool_calls WHERE session_id = ? ORDER BY call_index',
  );
  const listOutcomeOverridesBetween = db.prepare<[string, string, string], Recorded>(
    `SELECT t.record_id AS recordId FROM tool_calls c
    CROSS JOIN records o ON o.session_id = c.session_id AND o.id = c.result_record_id
    CROSS JOIN records r INDEXED BY records_seq ON r.session_id = c.session_id AND r.seq > c.seq AND r.seq < o.seq AND r.kind IN ('meta', 'system')
    CROSS JOIN tool_results t ON t.session_id = r.session_id AND t.record_id = r.id AND t.native_call_id = c.native_call_id
    WHERE c.session_id = ? AND c.id = ? AND c.result_record_id = ? ORDER BY r.seq`,
  );
  const findCallBefore = db.prepare<[string, string | null, number], CallPlace & { id: string }>(
    `SELECT id, turn_idx AS turnIdx, call_index AS callIndex FROM tool_calls INDEXED BY tool_calls_native
    WHERE session_id = ? AND native_call_id = ? AND seq < ? ORDER BY call_index DESC LIMIT 1`,
  );
  const change = db.prepare(
    `UPDATE tool_calls SET outcome = @outcome, outcome_source = @outcomeSource, exit_code = coalesce(@exitCode, exit_code),
      ended_at_ms = coalesce(ended_at_ms, @endedAtMs),
      duration_ms = coalesce(@durationMs, duration_ms, CASE WHEN @endedAtMs >= started_at_ms THEN @endedAtMs - started_at_ms END),
      error_key = CASE WHEN @outcome = 'error' THEN
        (SELECT t.error_key FROM tool_results t WHERE t.session_id = tool_calls.session_id AND t.record_id = result_record_id) END
    WHERE session_id = @sessionId AND id = @callId
      AND (outcome NOT IN ('rejected', 'denied', 'interrupted') OR (outcome = 'rejected' AND @outcome = 'interrupted'))`,
  );
  const amend = (sessionId: string, recordId: string): CallPlace | undefined => {
    const outcomeOverride = findOutcomeOverride.get(sessionId, recordId);
    const call = outcomeOverride && findCallBefore.get(sessionId, outcomeOverride.nativeCallId, outcomeOverride.seq);
    if (!outcomeOverride || !call) return undefined;
    change.run({ ...outcomeOverride, callId: call.id });
    return call;
  };
  return {
    /** Null: the call has no result, whatever was copied before. Answers the call's number where it has another result or outcome now. */
    pair: (sessionId: string, callId: string, resultRecordId: string | null): number | null => {
      const result = resultRecordId === null ? undefined : find.get(sessionId, resultRecordId);
      const call = findCall.get(sessionId, callId);
      if (call?.resultRecordId && call.resultRecordId !== resultRecordId) freeResult.run(sessionId, call.resultRecordId, callId);
      if (result && call && result.callId !== callId) setCall.run(callId, sessionId, result.recordId);
      if (result && call) complete.run({ ...result, callId, pairHash: computePairHash(call.callKey, result.resultKey) });
      else open.run(sessionId, callId);
      const isSame = call?.resultRecordId === (result?.recordId ?? null) && call.outcome === (result?.outcome ?? 'unknown');
      return call && !isSame ? call.callIndex : null;
    },
    /** Puts what was told between a call and its result over that result. */
    amendPaired: (sessionId: string, callId: string, resultRecordId: string): void => {
      for (const { recordId } of listOutcomeOverridesBetween.all(sessionId, callId, resultRecordId)) amend(sessionId, recordId);
    },
    /** Puts an outcome override over the result of its call. Answers that call's place; undefined where there is no such call. */
    amend,
    /** Puts the outcome overrides from a position on over the results of their calls. */
    amendFrom: (sessionId: string, fromSeq: number): void => {
      for (const { recordId } of listOutcomeOverridesFrom.all(sessionId, fromSeq)) amend(sessionId, recordId);
    },
    /** Puts all outcome overrides of a session whose calls were paired again over their results. */
    amendAll: (sessionId: string): void => {
      const outcomeOverrides = listOutcomeOverrides.all(sessionId);
      const calls = outcomeOverrides.length === 0 ? [] : listCalls.all(sessionId);
      const before = new Map<string | null, string>();
      let next = 0;
      for (const outcomeOverride of outcomeOverrides) {
        for (let call = calls[next]; call && call.seq < outcomeOverride.seq; call = calls[(next += 1)])
          before.set(call.nativeCallId, call.id);
        const callId = outcomeOverride.nativeCallId === null ? undefined : before.get(outcomeOverride.nativeCallId);
        if (callId !== undefined) change.run({ ...outcomeOverride, callId });
      }
    },
  };
};
