import type { Database } from 'better-sqlite3';
import type { MetricsStore } from '../../metrics-store.ts';
import { parseCursor, toCursor } from '../cursor.ts';
import { isRunning } from './turn-metric-rows.ts';
import { isAsked, isNoSubagent } from './turn-selection.ts';

type Synchronous<Name extends keyof MetricsStore> = (...args: Parameters<MetricsStore[Name]>) => Awaited<ReturnType<MetricsStore[Name]>>;
type Row = {
  sessionId: string;
  given: number;
  completed: number;
  withOutcome: number;
  sessions: number;
  completedShares: number;
  lastGivenAtMs: number | null;
  blockedAtMs: number | null;
  knownId: string | null;
  title: string | null;
  project: string | null;
  agent: string | null;
  startedAtMs: number | null;
  synthetic: number | null;
  starredAtMs: number | null;
};

type Asked = { nowMs: number; synthetic: 0 | 1 };

const cursorName = 'credits';

/** Turns that were given an example, by the session of the example. Running ones were given it, too; their outcome is not known. */
const given = `given AS (
  SELECT json_extract(e.value, '$.sessionId') AS id, g.session_id AS receiver, g.turn_idx, g.at_ms,
    CASE WHEN NOT coalesce(${isRunning}, 0) THEN m.completed END AS completed
  FROM retrievals g, json_each(g.examples) e
  LEFT JOIN turn_metrics m ON m.session_id = g.session_id AND m.turn_idx = g.turn_idx LEFT JOIN sessions s ON s.id = g.session_id
  WHERE g.withheld = 0 AND ${isNoSubagent} AND ${isAsked}
)`;
/** Of a session's turns with a known outcome; null without those. */
const completedShare = 'total(completed) / count(completed)';
const isOnlyBlocked = 'session_id NOT IN (SELECT id FROM given)';

/** Which sessions were given as examples, and what followed; and those that are not offered. */
export const makeCredits = (db: Database, isDemo: () => boolean) => {
  const list = db.prepare<[Asked & { afterGiven: number; afterId: string; limit: number }], Row>(
    `WITH ${given}, receivers AS (
      SELECT id, count(*) AS given, coalesce(sum(completed), 0) AS completed, count(completed) AS withOutcome, ${completedShare} AS share,
        max(at_ms) AS lastGivenAtMs
      FROM given GROUP BY id, receiver
    ), counts AS (
      SELECT id, sum(given) AS given, sum(completed) AS completed, sum(withOutcome) AS withOutcome, count(share) AS sessions,
        total(share) AS completedShares, max(lastGivenAtMs) AS lastGivenAtMs
      FROM receivers GROUP BY id
      UNION ALL SELECT session_id, 0, 0, 0, 0, 0, NULL FROM blocked_examples WHERE ${isOnlyBlocked}
    )
    SELECT c.id AS sessionId, c.given, c.completed, c.withOutcome, c.sessions, c.completedShares, c.lastGivenAtMs, b.blocked_at_ms AS blockedAtMs,
      s.id AS knownId, s.title, s.project, s.family AS agent, s.started_at_ms AS startedAtMs, s.synthetic, x.starred_at_ms AS starredAtMs
    FROM counts c LEFT JOIN blocked_examples b ON b.session_id = c.id LEFT JOIN sessions s ON s.id = c.id
    LEFT JOIN starred_sessions x ON x.session_id = s.id
    WHERE c.given < @afterGiven OR (c.given = @afterGiven AND c.id > @afterId) ORDER BY c.given DESC, c.id LIMIT @limit`,
  );
  const countAll = db.prepare<[Asked], { total: number; sessions: number; completedShares: number }>(
    `WITH ${given}, receivers AS (
      SELECT ${completedShare} AS share FROM (SELECT DISTINCT receiver, turn_idx, completed FROM given) GROUP BY receiver
    )
    SELECT (SELECT count(DISTINCT id) FROM given) + (SELECT count(*) FROM blocked_examples WHERE ${isOnlyBlocked}) AS total,
      count(share) AS sessions, total(share) AS completedShares FROM receivers`,
  );
  const hasSession = db.prepare<[string], number>('SELECT 1 FROM sessions WHERE id = ?');
  const block = db.prepare<[string, number]>(
    'INSERT INTO blocked_examples (session_id, blocked_at_ms) VALUES (?, ?) ON CONFLICT (session_id) DO NOTHING',
  );
  const unblock = db.prepare<[string]>('DELETE FROM blocked_examples WHERE session_id = ?');
  const blocked = db.prepare<[], string>('SELECT session_id FROM blocked_examples ORDER BY session_id').pluck();

  const listCredits: Synchronous<'listCredits'> = ({ cursor, limit, nowMs }) => {
    const at = cursor === null ? null : parseCursor(cursor, cursorName);
    const asked: Asked = { nowMs, synthetic: isDemo() ? 1 : 0 };
    const rows = list.all({
      ...asked,
      afterGiven: at === null ? Number.MAX_VALUE : Number(at.value),
      afterId: at?.id ?? '',
      limit: limit + 1,
    });
    const { total = 0, sessions = 0, completedShares = 0 } = countAll.get(asked) ?? {};
    const last = rows[limit - 1];
    return {
      items: rows.slice(0, limit).map(toCredit),
      nextCursor: rows.length > limit && last ? toCursor({ list: cursorName, value: last.given, id: last.sessionId }) : null,
      total,
      sessions,
      completedShares,
    };
  };
  return {
    listCredits,
    /** False if the session is not in the archive. */
    setBlocked: (sessionId: string, atMs: number | null): boolean => {
      if (hasSession.get(sessionId) === undefined) return false;
      if (atMs === null) unblock.run(sessionId);
      else block.run(sessionId, atMs);
      return true;
    },
    listBlocked: (): string[] => blocked.all(),
  };
};

const toCredit = ({ knownId: id, agent, title, project, startedAtMs, synthetic, starredAtMs, ...row }: Row) => ({
  ...row,
  session: id === null || agent === null ? null : { id, title, project, agent, startedAtMs, synthetic: synthetic === 1, starredAtMs },
});
