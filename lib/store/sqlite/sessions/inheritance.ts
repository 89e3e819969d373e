import type { Database } from 'better-sqlite3';
import { computeFnv1a } from '../../result-set.ts';
import type { Overlaps } from './overlaps.ts';
import type { StaleCheckpoints } from './stale-checkpoints.ts';

export type Inheritance = ReturnType<typeof makeInheritance>;

const sameRecord = 'o.native_hash = x.native_hash AND o.native_key = x.native_key';
const sameResponse = 'o.id_hash = x.id_hash AND o.id = x.id';

const ownerOf = (table: string, same: string): string => `(
  SELECT nullif(o.session_id, x.session_id) FROM ${table} o JOIN sessions s ON s.id = o.session_id
  WHERE ${same} AND s.family = (SELECT family FROM sessions WHERE id = x.session_id)
  ORDER BY EXISTS (SELECT 1 FROM ${table} p WHERE p.session_id = s.parent_id AND ${same.replaceAll('o.', 'p.')}),
    coalesce(s.relation IN ('fork', 'continuation'), 0), s.started_at_ms IS NULL, s.started_at_ms, s.ended_at_ms,
    CASE WHEN substr(s.native_id, 15, 1) = '7' THEN s.native_id END,
    coalesce((SELECT min(f.written_at_ms) FROM source_sessions x JOIN sources f ON f.id = x.source_id WHERE x.session_id = s.id), 9e15),
    s.native_id, s.id LIMIT 1
)`;

const changed = (table: string, key: string, same: string): string =>
  `SELECT * FROM (SELECT x.id, x.inherited_from AS before, ${ownerOf(table, same)} AS owner
  FROM ${table} x WHERE x.session_id = ? AND x.${key} IS NOT NULL) WHERE owner IS NOT before`;

/**
 * Who owns what several sessions hold: of those that hold an entry's native key (or a response's native id) one whose parent
 * does not hold it, then one that is no fork or continuation, then the one that started first, then the one that ended first. The
 * others inherit it. A copy has the times of what it copies: of two sessions that start alike, the one that goes on longer was resumed
 * from the other. Of two that also end alike, the original is the one whose own id was made first, where ids tell that (UUIDv7), else
 * the one whose file was written first (an upload does not tell), else the one with the smaller id of its agent's: never the one that
 * was imported first.
 */
export const makeInheritance = (db: Database, overlaps: Overlaps, staleCheckpoints: StaleCheckpoints) => {
  type Changed = { id: string; owner: string | null };
  const changedRecords = db.prepare<[string], Changed>(changed('records', 'native_key', sameRecord));
  const changedResponses = db.prepare<[string], Changed>(changed('responses', 'id', sameResponse));
  const setRecord = db.prepare<[string | null, string, string]>('UPDATE records SET inherited_from = ? WHERE session_id = ? AND id = ?');
  const setCall = db.prepare<[string | null, string, string]>('UPDATE tool_calls SET inherited_from = ? WHERE session_id = ? AND id = ?');
  const setResponse = db.prepare<[string | null, number, string, string]>(
    'UPDATE responses INDEXED BY responses_id SET inherited_from = ? WHERE id_hash = ? AND session_id = ? AND id = ?',
  );
  const callIndexOf = db.prepare<[string, string], number>('SELECT call_index FROM tool_calls WHERE session_id = ? AND id = ?').pluck();
  const assign = (sessionId: string): boolean => {
    const rows = changedRecords.all(sessionId);
    const seen = staleCheckpoints.watch();
    for (const { id, owner } of rows) {
      setRecord.run(owner, sessionId, id);
      setCall.run(owner, sessionId, id);
      const callIndex = seen.has(sessionId) ? callIndexOf.get(sessionId, id) : undefined;
      if (callIndex !== undefined) seen.touch(sessionId, callIndex);
    }
    const shared = changedResponses.all(sessionId);
    for (const { id, owner } of shared) {
      const idHash = computeFnv1a(id);
      setResponse.run(owner, idHash, sessionId, id);
      seen.touchResponse(sessionId, idHash, id);
    }
    seen.note();
    if (rows.length + shared.length === 0) return false;
    staleCheckpoints.unmark(sessionId);
    return true;
  };
  return {
    /** Answers the sessions, of these and of those that share entries with them, whose figures must be computed again. */
    recomputeAggregates: (sessionIds: readonly string[]): Set<string> => {
      const result = new Set(sessionIds);
      const sharing = new Set(
        sessionIds.flatMap((id) => {
          const others = overlaps.othersOf(id);
          return others.length === 0 ? [] : [id, ...others];
        }),
      );
      for (const id of sharing) if (assign(id)) result.add(id);
      return result;
    },
  };
};
