import type { Database } from 'better-sqlite3';
import type { Incomplete } from '../../session-store.ts';

type Found = { seq: number; callIndex: number };

/** Finds what of a session is not whole, by covering indexes. */
export const makeIncomplete = (db: Database) => {
  const prepare = (select: string) =>
    db.prepare<[string, number], Found>(`${select} AND seq > ? AND inherited_from IS NULL ORDER BY seq LIMIT 1`);
  const next: Record<Incomplete, ReturnType<typeof prepare>> = {
    unknown: prepare('SELECT seq, 0 AS callIndex FROM records INDEXED BY records_seq WHERE session_id = ? AND unknown = 1'),
    orphan: prepare('SELECT seq, call_index AS callIndex FROM tool_calls WHERE session_id = ? AND result_record_id IS NULL'),
  };
  return (sessionId: string, what: Incomplete, afterSeq: number): Found | null =>
    next[what].get(sessionId, afterSeq) ?? next[what].get(sessionId, -1) ?? null;
};
