import type { Database } from 'better-sqlite3';
import type { SearchIndex } from '../search/search-index.ts';
import type { Snapshots } from '../trajectories/snapshots.ts';
import type { StaleCheckpoints } from './stale-checkpoints.ts';

export type RecordRemoval = ReturnType<typeof makeRecordRemoval>;

type Parts = { searchIndex: SearchIndex; staleCheckpoints: StaleCheckpoints; snapshots: Snapshots };

/** Takes records out of a session with all that hangs on them. Its numbers have gaps until it is derived again. */
export const makeRecordRemoval = (db: Database, { searchIndex, staleCheckpoints, snapshots }: Parts) => {
  const statements = [
    'DELETE FROM record_texts WHERE session_id = ? AND record_id = ?',
    'DELETE FROM tool_results WHERE session_id = ? AND record_id = ?',
    'DELETE FROM tool_calls WHERE session_id = ? AND id = ?',
    'DELETE FROM records WHERE session_id = ? AND id = ?',
  ].map((text) => db.prepare<[string, string]>(text));
  /** The result of a call that goes completes no call, until the session is derived again. */
  const freeResult = db.prepare<[{ sessionId: string; id: string }]>(
    `UPDATE tool_results SET call_id = NULL WHERE session_id = @sessionId
    AND record_id = (SELECT result_record_id FROM tool_calls WHERE session_id = @sessionId AND id = @id)`,
  );
  const markStale = db.prepare<[string]>('UPDATE sessions SET settled = 0 WHERE id = ?');
  /** The first call at or behind a record, and the call that it completes. */
  const callsBy = db.prepare<[{ sessionId: string; id: string }], { callIndex: number | null }>(
    `SELECT min(call_index) AS callIndex FROM tool_calls INDEXED BY tool_calls_index
    WHERE session_id = @sessionId AND seq >= (SELECT seq FROM records WHERE session_id = @sessionId AND id = @id)
    UNION ALL SELECT c.call_index FROM tool_results t JOIN tool_calls c ON c.session_id = t.session_id AND c.id = t.call_id
    WHERE t.session_id = @sessionId AND t.record_id = @id`,
  );
  /** Without a word to the observers. `isReplaced`: other records have the same texts. */
  const drop = (sessionId: string, ids: readonly string[], isReplaced: boolean): void => {
    markStale.run(sessionId);
    for (const id of ids) {
      searchIndex.forgetRecord(sessionId, id, isReplaced);
      freeResult.run({ sessionId, id });
      for (const statement of statements) statement.run(sessionId, id);
    }
    snapshots.remove(sessionId, ids);
    searchIndex.afterDelete();
  };
  const remove = (sessionId: string, ids: readonly string[]): void => {
    const seen = staleCheckpoints.watch();
    if (seen.has(sessionId)) {
      for (const id of ids) {
        for (const { callIndex } of callsBy.all({ sessionId, id })) if (callIndex !== null) seen.touch(sessionId, callIndex);
      }
      seen.note();
    }
    drop(sessionId, ids, false);
  };
  return { remove, drop };
};
