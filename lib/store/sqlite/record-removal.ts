import type { Database } from 'better-sqlite3';
import type { SearchIndex } from './search-index.ts';

/** Takes records out of a session with all that hangs on them. Its numbers have gaps until it is derived again. */
export const makeRecordRemoval = (db: Database, searchIndex: SearchIndex) => {
  const statements = [
    'DELETE FROM record_texts WHERE session_id = ? AND record_id = ?',
    'DELETE FROM tool_results WHERE session_id = ? AND record_id = ?',
    'DELETE FROM tool_calls WHERE session_id = ? AND id = ?',
    'DELETE FROM records WHERE session_id = ? AND id = ?',
  ].map((text) => db.prepare<[string, string]>(text));
  const unsettle = db.prepare<[string]>('UPDATE sessions SET settled = 0 WHERE id = ?');
  return (sessionId: string, ids: readonly string[]): void => {
    unsettle.run(sessionId);
    for (const id of ids) {
      searchIndex.forgetRecord(sessionId, id);
      for (const statement of statements) statement.run(sessionId, id);
    }
    searchIndex.afterDelete();
  };
};
