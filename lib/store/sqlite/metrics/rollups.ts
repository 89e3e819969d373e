import type { Database } from 'better-sqlite3';
import type { ReportSums, SessionSums } from '../../metrics-store.ts';
import { isRunning } from './turn-metric-rows.ts';

export type Rollups = ReturnType<typeof makeRollups>;

/** Of a session with more turns, the turns themselves are read: adding one costs the same in a session of any length. */
const maxTurns = 1_000;

/** Sums over turns `m`; `isCounted`: their outcome is known. */
const sumsOf = (isCounted: string): string => {
  const counted = (value: string): string => `CASE WHEN ${isCounted} THEN ${value} END`;
  return `count(${counted('1')}) AS turns, count(${counted('m.completed')}) AS completed_n, total(${counted('m.completed')}) AS completed,
    total(${counted('m.iterations')}) AS iterations, count(${counted('m.tool_errors')}) AS tool_errors_n, total(${counted('m.tool_errors')}) AS tool_errors,
    count(${counted('m.duration_ms')}) AS duration_n, total(${counted('m.duration_ms')}) AS duration_ms,
    total(${counted('ln(max(m.duration_ms, 1.0))')}) AS duration_log, count(CASE WHEN NOT (${isCounted}) THEN 1 END) AS without_outcome`;
};

const hasOutcome = 'm.iterations IS NOT NULL';
const isOver = `(${hasOutcome} AND NOT coalesce(${isRunning}, 0))`;
const isAsked = `coalesce(s.synthetic, 0) = @synthetic AND s.relation IS NOT 'subagent'`;
const isLoose = `(r.turns IS NULL OR (r.first_ms < @fromMs AND r.last_ms >= @fromMs) OR (r.last_ms > @nowMs AND r.first_ms <= @nowMs))`;

type Window = { fromMs: number; nowMs: number; synthetic: number };
type Row = [
  sessionId: string,
  used: number,
  turns: number,
  completedN: number,
  completed: number,
  iterations: number,
  toolErrorsN: number,
  toolErrors: number,
  durationN: number,
  durationMs: number,
  durationLog: number,
  withoutOutcome: number,
];

/** Sums of each session, kept up to date where its turns are written. */
export const makeRollups = (db: Database) => {
  const drop = db.prepare<[string]>('DELETE FROM turn_rollups WHERE session_id = ?');
  const isLarge = db.prepare<[{ id: string }]>(
    `SELECT 1 WHERE EXISTS (SELECT 1 FROM turn_metrics WHERE session_id = @id AND completed_basis = 'running')
    OR (SELECT count(*) FROM (SELECT 1 FROM turn_metrics WHERE session_id = @id LIMIT ${maxTurns + 1})) > ${maxTurns}`,
  );
  const mark = db.prepare<[string]>('INSERT INTO turn_rollups (session_id, retrieval_used) VALUES (?, 0)');
  const roll = db.prepare<[string]>(
    `INSERT INTO turn_rollups (session_id, retrieval_used, turns, completed_n, completed, iterations, tool_errors_n, tool_errors, duration_n,
      duration_ms, duration_log, without_outcome, first_ms, last_ms)
    SELECT m.session_id, m.retrieval_used, ${sumsOf(hasOutcome)}, min(m.updated_at_ms), max(m.updated_at_ms)
    FROM turn_metrics m WHERE m.session_id = ? AND m.updated_at_ms IS NOT NULL GROUP BY m.retrieval_used`,
  );
  const columns = `turns, completed_n, completed, iterations, tool_errors_n, tool_errors, duration_n, duration_ms, duration_log, without_outcome`;
  const whole = db
    .prepare<[Window], Row>(
      `SELECT r.session_id, r.retrieval_used, ${columns.replaceAll(/(\w+)/gu, 'r.$1')}
      FROM turn_rollups r LEFT JOIN sessions s ON s.id = r.session_id
      WHERE r.first_ms >= @fromMs AND r.last_ms <= @nowMs AND ${isAsked}`,
    )
    .raw();
  const loose = db
    .prepare<[Window], Row>(
      `SELECT m.session_id, m.retrieval_used, ${sumsOf(isOver)}
      FROM turn_rollups r JOIN turn_metrics m ON m.session_id = r.session_id AND (r.turns IS NULL OR m.retrieval_used = r.retrieval_used)
      LEFT JOIN sessions s ON s.id = r.session_id
      WHERE ${isLoose} AND m.updated_at_ms >= @fromMs AND m.updated_at_ms <= @nowMs AND ${isAsked} GROUP BY m.session_id, m.retrieval_used`,
    )
    .raw();
  return {
    rebuild: (sessionId: string): void => {
      drop.run(sessionId);
      if (isLarge.get({ id: sessionId }) === undefined) roll.run(sessionId);
      else mark.run(sessionId);
    },
    sumReport: (fromMs: number, nowMs: number, synthetic: boolean): ReportSums => {
      const window = { fromMs, nowMs, synthetic: Number(synthetic) };
      const sessions: SessionSums[] = [];
      let withoutOutcome = 0;
      for (const row of [...whole.all(window), ...loose.all(window)]) {
        withoutOutcome += row[11];
        if (row[2] > 0) sessions.push(toSums(row));
      }
      return { sessions, withoutOutcome, synthetic };
    },
  };
};

const toSums = ([
  sessionId,
  used,
  turns,
  completedN,
  completed,
  iterations,
  toolErrorsN,
  toolErrors,
  durationN,
  durationMs,
  durationLog,
]: Row): SessionSums => ({
  sessionId,
  group: used === 1 ? 'b' : 'a',
  turns,
  completed: { n: completedN, sum: completed },
  iterations: { n: turns, sum: iterations },
  toolErrors: { n: toolErrorsN, sum: toolErrors },
  durationMs: { n: durationN, sum: durationMs },
  durationLog: { n: durationN, sum: durationLog },
});
