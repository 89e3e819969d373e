import type { Database } from 'better-sqlite3';
import type { MetricsStore, Receivers } from '../../metrics-store.ts';
import { parseCursor, toCursor } from '../cursor.ts';
import { isRunning } from './turn-metric-rows.ts';
import { isAsked, isNoSubagent } from './turn-selection.ts';
import { validJson } from '../json.ts';
import { toKnown } from '../sums.ts';

type Synchronous<Name extends keyof MetricsStore> = (...args: Parameters<MetricsStore[Name]>) => Awaited<ReturnType<MetricsStore[Name]>>;
type Row = {
  total: number;
  sessionId: string | null;
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

/** Turns that were given examples. Running ones were given them, too; their outcome is not known. */
const turns = `SELECT g.session_id AS receiver, g.examples, g.at_ms, CASE WHEN NOT coalesce(${isRunning}, 0) THEN ${toKnown('flag', 'm.completed')} END AS completed
  FROM retrievals g LEFT JOIN turn_metrics m ON m.session_id = g.session_id AND m.turn_idx = g.turn_idx
  LEFT JOIN sessions s ON s.id = g.session_id WHERE g.withheld = 0 AND g.examples <> '[]' AND ${isNoSubagent} AND ${isAsked}`;
/** Share of completed turns among a session's turns with a known outcome; null without those. */
const completedShare = 'total(completed) / count(completed)';

/** Which sessions were given as examples, and what followed; and those that are not offered. */
export const makeCredits = (db: Database, isDemo: () => boolean) => {
  // Each example of each turn is read once, and only for this list: reading them is most of the work.
  const list = db.prepare<[Asked & { afterGiven: number; afterId: string; limit: number }], Row>(
    `WITH given AS (
      SELECT json_extract(e.value, '$.sessionId') AS id, t.receiver, t.at_ms, t.completed FROM (${turns} ORDER BY g.session_id) t, json_each(${validJson('t.examples', '[]')}) e
      WHERE e.type = 'object'
    ), receivers AS (
      SELECT id, count(*) AS given, coalesce(sum(completed), 0) AS completed, count(completed) AS withOutcome, ${completedShare} AS share,
        max(${toKnown('instant', 'at_ms')}) AS lastGivenAtMs
      FROM given GROUP BY receiver, id
    ), counts AS MATERIALIZED (
      SELECT id, sum(given) AS given, sum(completed) AS completed, sum(withOutcome) AS withOutcome, count(share) AS sessions,
        total(share) AS completedShares, max(lastGivenAtMs) AS lastGivenAtMs
      FROM receivers GROUP BY id
    ), listed AS (
      SELECT * FROM counts
      UNION ALL SELECT session_id, 0, 0, 0, 0, 0, NULL FROM blocked_examples WHERE session_id NOT IN (SELECT id FROM counts)
    )
    SELECT n.total, c.id AS sessionId, c.given, c.completed, c.withOutcome, c.sessions, c.completedShares, c.lastGivenAtMs,
      b.blocked_at_ms AS blockedAtMs, s.id AS knownId, s.title, s.project, s.family AS agent, s.started_at_ms AS startedAtMs, s.synthetic,
      x.starred_at_ms AS starredAtMs
    FROM (SELECT count(*) AS total FROM listed) n
    LEFT JOIN listed c ON c.given < @afterGiven OR (c.given = @afterGiven AND c.id > @afterId)
    LEFT JOIN blocked_examples b ON b.session_id = c.id LEFT JOIN sessions s ON s.id = c.id
    LEFT JOIN starred_sessions x ON x.session_id = s.id ORDER BY c.given DESC, c.id LIMIT @limit`,
  );
  const sumReceivers = db.prepare<[Asked], Receivers>(
    `SELECT count(share) AS sessions, total(share) AS completedShares FROM (SELECT ${completedShare} AS share FROM (${turns}) GROUP BY receiver)`,
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
    const found = list.all({
      ...asked,
      afterGiven: at === null ? Number.MAX_VALUE : Number(at.value),
      afterId: at?.id ?? '',
      limit: limit + 1,
    });
    const rows = found.filter(isCredit);
    const { sessions = 0, completedShares = 0 } = sumReceivers.get(asked) ?? {};
    const last = rows[limit - 1];
    return {
      items: rows.slice(0, limit).map(toCredit),
      nextCursor: rows.length > limit && last ? toCursor({ list: cursorName, value: last.given, id: last.sessionId }) : null,
      total: found[0]?.total ?? 0,
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

type CreditRow = Row & { sessionId: string };
/** A page behind the last session has one row, with the total alone. */
const isCredit = (row: Row): row is CreditRow => row.sessionId !== null;

const toCredit = ({ total: _, knownId: id, agent, title, project, startedAtMs, synthetic, starredAtMs, ...row }: CreditRow) => ({
  ...row,
  session: id === null || agent === null ? null : { id, title, project, agent, startedAtMs, synthetic: synthetic === 1, starredAtMs },
});
