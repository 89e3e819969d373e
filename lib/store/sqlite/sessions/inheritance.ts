import type { Database } from 'better-sqlite3';
import { computeFnv1a } from '../../result-set.ts';
import type { Overlaps } from './overlaps.ts';
import type { StaleCheckpoints } from './stale-checkpoints.ts';

export type Inheritance = ReturnType<typeof makeInheritance>;

type Held = { table: string; hash: string; key: string };

const record: Held = { table: 'records', hash: 'native_hash', key: 'native_key' };
const response: Held = { table: 'responses', hash: 'id_hash', key: 'id' };

const isSame = ({ hash, key }: Held, one: string): string => `${one}.${hash} = x.${hash} AND ${one}.${key} = x.${key}`;

/** Owner of `x` among the sessions of `x.family` that hold it. */
const ownerOf = (held: Held): string => `(
  SELECT o.session_id FROM ${held.table} o JOIN sessions s ON s.id = o.session_id
  WHERE ${isSame(held, 'o')} AND s.family = x.family
  ORDER BY EXISTS (SELECT 1 FROM ${held.table} p WHERE p.session_id = s.parent_id AND ${isSame(held, 'p')}),
    coalesce(s.relation IN ('fork', 'continuation') OR json_extract(s.facts, '$.relation.value') = 'fork', 0), s.started_at_ms IS NULL, s.started_at_ms, s.ended_at_ms,
    CASE WHEN substr(s.native_id, 15, 1) = '7' THEN s.native_id END,
    coalesce((SELECT min(f.written_at_ms) FROM source_sessions w JOIN sources f ON f.id = w.source_id WHERE w.session_id = s.id), 9e15),
    s.native_id, s.id LIMIT 1
)`;

/**
 * Which entries change hands: of what `@ids` hold or held, in whichever session. The owner of an entry is looked up once, however many
 * hold it.
 */
const changed = (held: Held): string => `
  WITH asked AS MATERIALIZED (SELECT value AS id FROM json_each(@ids)),
  entries AS (
    SELECT i.${held.hash}, i.${held.key}, s.family FROM asked JOIN sessions s ON s.id = asked.id
    CROSS JOIN ${held.table} i ON i.session_id = s.id WHERE i.${held.key} IS NOT NULL
    UNION
    SELECT i.${held.hash}, i.${held.key}, s.family
    FROM (SELECT DISTINCT other_id FROM session_overlaps WHERE session_id IN (SELECT id FROM asked)) v
    JOIN sessions s ON s.id = v.other_id CROSS JOIN ${held.table} i ON i.session_id = s.id
    WHERE i.inherited_from IN (SELECT id FROM asked)
  ),
  x AS MATERIALIZED (SELECT x.*, ${ownerOf(held)} AS owner FROM entries x)
  SELECT h.session_id AS sessionId, h.id, nullif(x.owner, h.session_id) AS owner
  FROM x CROSS JOIN ${held.table} h ON ${isSame(held, 'h')} JOIN sessions s ON s.id = h.session_id AND s.family = x.family
  WHERE h.inherited_from IS NOT nullif(x.owner, h.session_id)`;

/**
 * Who owns what several sessions hold: of those that hold an entry's native key (or a response's native id) one whose parent does not hold
 * it, then one that is no fork or continuation, then the one that started first, then the one that ended first. The others inherit it. A
 * copy has the times of its original: if two sessions start alike, the one that goes on longer was resumed from the other. If two also end
 * alike, the original is the one whose own id was made first, where ids show that (UUIDv7), else the one whose file was written first (not
 * known for an upload), else the one with the smaller id from its agent: never the one that was imported first.
 */
export const makeInheritance = (db: Database, overlaps: Overlaps, staleCheckpoints: StaleCheckpoints) => {
  type Changed = { sessionId: string; id: string; owner: string | null };
  const changedRecords = db.prepare<[{ ids: string }], Changed>(changed(record));
  const changedResponses = db.prepare<[{ ids: string }], Changed>(changed(response));
  const setRecord = db.prepare<[string | null, string, string]>('UPDATE records SET inherited_from = ? WHERE session_id = ? AND id = ?');
  const setCall = db.prepare<[string | null, string, string]>('UPDATE tool_calls SET inherited_from = ? WHERE session_id = ? AND id = ?');
  const setResponse = db.prepare<[string | null, number, string, string]>(
    'UPDATE responses INDEXED BY responses_id SET inherited_from = ? WHERE id_hash = ? AND session_id = ? AND id = ?',
  );
  const callIndexOf = db.prepare<[string, string], number>('SELECT call_index FROM tool_calls WHERE session_id = ? AND id = ?').pluck();
  return {
    /** Answers the sessions, of these and of those that share entries with them, whose figures must be computed again. */
    recomputeAggregates: (sessionIds: readonly string[]): Set<string> => {
      const result = new Set(sessionIds);
      const sharing = sessionIds.filter((id) => overlaps.othersOf(id).length > 0);
      if (sharing.length === 0) return result;
      const ids = JSON.stringify(sharing);
      const seen = staleCheckpoints.watch();
      const moved = new Set<string>();
      for (const { sessionId, id, owner } of changedRecords.all({ ids })) {
        setRecord.run(owner, sessionId, id);
        setCall.run(owner, sessionId, id);
        const callIndex = seen.has(sessionId) ? callIndexOf.get(sessionId, id) : undefined;
        if (callIndex !== undefined) seen.touch(sessionId, callIndex);
        moved.add(sessionId);
      }
      for (const { sessionId, id, owner } of changedResponses.all({ ids })) {
        const idHash = computeFnv1a(id);
        setResponse.run(owner, idHash, sessionId, id);
        if (owner !== null) overlaps.note(sessionId, owner);
        seen.touchResponse(sessionId, idHash, id);
        moved.add(sessionId);
      }
      seen.note();
      for (const id of moved) {
        staleCheckpoints.unmark(id);
        result.add(id);
      }
      return result;
    },
  };
};
