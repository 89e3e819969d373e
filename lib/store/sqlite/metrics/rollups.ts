import type { Database } from 'better-sqlite3';
import type { MetricName } from '../../../domain/metric.ts';
import { ranges } from '../../../domain/measure.ts';
import { runningMs } from '../../../domain/turn-metric.ts';
import type { CohortSums, ReportBalance, Sum } from '../../../metrics/report.ts';
import type { ReportMetric, ReportSums } from '../../metrics-store.ts';
import { maxOpenMs } from '../../../session/live.ts';
import { isTakenBack } from '../sessions/taken-back.ts';
import { isRunning } from './turn-metric-rows.ts';
import { toKnown, toNearest } from '../sums.ts';

export type Rollups = ReturnType<typeof makeRollups>;

/** Sessions with more turns have no sums, and their turns are read: adding one costs the same in a session of any length. */
const maxTurns = 1_000;

/** Columns of each group, in the order in which `toSums` reads them: how to sum them over turns that count. */
const sums = [
  ['turns', (is: string) => `count(CASE WHEN ${is} THEN 1 END)`],
  ['completed_n', (is: string) => `count(CASE WHEN ${is} THEN ${toKnown('flag', 'm.completed')} END)`],
  ['completed', (is: string) => `total(CASE WHEN ${is} THEN ${toKnown('flag', 'm.completed')} END)`],
  ['iterations', (is: string) => `total(CASE WHEN ${is} THEN ${toKnown('count', 'm.iterations')} END)`],
  ['tool_errors_n', (is: string) => `count(CASE WHEN ${is} THEN ${toKnown('count', 'm.tool_errors')} END)`],
  ['tool_errors', (is: string) => `total(CASE WHEN ${is} THEN ${toKnown('count', 'm.tool_errors')} END)`],
  ['duration_n', (is: string) => `count(CASE WHEN ${is} THEN ${toKnown('durationMs', 'm.duration_ms')} END)`],
  ['duration_ms', (is: string) => `total(CASE WHEN ${is} THEN ${toKnown('durationMs', 'm.duration_ms')} END)`],
  ['duration_log', (is: string) => `total(CASE WHEN ${is} THEN ln(max(${toKnown('durationMs', 'm.duration_ms')}, 1.0)) END)`],
] as const;
const groups = [
  ['a', 0],
  ['b', 1],
] as const;
const names = groups.flatMap(([group]) => sums.map(([name]) => `${group}_${name}`));
/** Whether a sum counts turns, of which a session has no more than any count can be. */
const isCount = (name: string): boolean => /(?:^without_outcome|_turns|_n|_completed)$/u.test(name);
/** As they are stored. A sum of logarithms beyond that of as many durations as there can be has no mean that can be shown. */
const stored = ['without_outcome', ...names].map((name) => {
  if (isCount(name)) return `${toNearest('count', name)} AS ${name}`;
  return name.endsWith('_log') ? `min(${name}, ${name.replace(/log$/u, 'n')} * ${Math.log(ranges.durationMs[1])}) AS ${name}` : name;
});

const sumsWhere = (isCounted: string): string =>
  [
    `count(CASE WHEN NOT (${isCounted}) THEN 1 END)`,
    ...groups.flatMap(([, used]) => sums.map(([, toSql]) => toSql(`m.retrieval_used = ${used} AND ${isCounted}`))),
  ].join(', ');

const hasOutcome = 'm.iterations IS NOT NULL';
const isOver = `(${hasOutcome} AND NOT coalesce(${isRunning}, 0))`;
/** Sessions that were last heard of until then have no running turn. */
const quietMs = `@nowMs - ${runningMs}`;
/** Its last turn waits for a call. */
const isWaiting = `coalesce(r.open_call_at_ms > @nowMs - ${maxOpenMs}, 0)`;
const leftOut = `SELECT id FROM sessions WHERE relation = 'subagent' OR synthetic = 1`;
const isAsked = (synthetic: boolean): string =>
  synthetic
    ? `r.session_id IN (SELECT id FROM sessions WHERE synthetic = 1 AND relation IS NOT 'subagent')`
    : `r.session_id NOT IN (${leftOut})`;

type Window = { fromMs: number; nowMs: number };
/** Sessions in the row, `without_outcome`, then the columns of group a, then of b, then sessions with a known value: of a's metrics, of b's. */
type Row = number[];

/** With more sessions, those whose ids end alike are summed together. */
const maxSessions = 10_000;
/** How many sessions each metric is known of. */
const knownIn = ['completed_n', 'turns', 'tool_errors_n', 'duration_n'] as const;
const rowSql = [
  'count(*)',
  ...['without_outcome', ...names].map((name) => `total(${name})`),
  ...groups.flatMap(([group]) => knownIn.map((count) => `total(${group}_${count} > 0)`)),
].join(', ');

/** Sums of each session, kept up to date where its turns are written. */
export const makeRollups = (db: Database) => {
  const drop = db.prepare<[string]>('DELETE FROM turn_rollups WHERE session_id = ?');
  const isLarge = db.prepare<[string, number]>('SELECT 1 FROM turn_metrics WHERE session_id = ? LIMIT 1 OFFSET ?');
  const mark = db.prepare<[string]>('INSERT INTO turn_rollups (session_id) VALUES (?)');
  const isMarked = db.prepare<[string], number>('SELECT 1 FROM turn_rollups WHERE session_id = ? AND last_ms IS NULL').pluck();
  const roll = db.prepare<[string]>(
    `INSERT INTO turn_rollups (session_id, first_ms, last_ms, open_call_at_ms, without_outcome, ${names.join(', ')})
    SELECT m.session_id, min(m.updated_at_ms), max(m.updated_at_ms), max(m.open_call_at_ms), ${sumsWhere(hasOutcome)}
    FROM turn_metrics m WHERE m.session_id = ? AND m.updated_at_ms IS NOT NULL AND NOT ${isTakenBack('m')} GROUP BY m.session_id`,
  );
  /**
   * Sessions whose turns all lie in the window and are over, and the turns in it of others. The rollups first: most of them are whole. A turn
   * that is stored as running is summed as if it were over, which it is once nothing was heard of its session for `runningMs`.
   */
  const toSums = (synthetic: boolean): string =>
    `WITH sums (session_id, without_outcome, ${names.join(', ')}) AS (
      SELECT r.session_id, ${stored.join(', ')} FROM turn_rollups r
      WHERE r.first_ms >= @fromMs AND r.last_ms <= ${quietMs} AND NOT ${isWaiting} AND ${isAsked(synthetic)}
      UNION ALL SELECT r.session_id, ${sumsWhere(isOver)} FROM turn_rollups r CROSS JOIN turn_metrics m ON m.session_id = r.session_id
      WHERE (r.last_ms IS NULL OR (r.first_ms <= @nowMs AND r.last_ms >= @fromMs AND (r.first_ms < @fromMs OR r.last_ms > ${quietMs} OR ${isWaiting})))
        AND m.updated_at_ms >= @fromMs AND m.updated_at_ms <= @nowMs AND NOT ${isTakenBack('m')} AND ${isAsked(synthetic)} GROUP BY r.session_id
    )`;
  const toStatement = (synthetic: boolean, key: string) =>
    db.prepare<[Window], Row>(`${toSums(synthetic)} SELECT ${rowSql} FROM sums GROUP BY ${key}`).raw();
  const toStatements = (synthetic: boolean) => ({
    about: db.prepare<[Window], ReportBalance>(
      `${toSums(synthetic)} SELECT s.project, s.family AS agent, CASE json_array_length(s.models) WHEN 1 THEN s.models ->> 0 END AS model,
        strftime('%Y-%m', s.started_at_ms / 1000, 'unixepoch') AS month, total(sums.a_turns) AS a, total(sums.b_turns) AS b
      FROM sums JOIN sessions s ON s.id = sums.session_id GROUP BY 1, 2, 3, 4 HAVING a + b > 0`,
    ),
    each: toStatement(synthetic, 'session_id'),
    grouped: toStatement(synthetic, 'substr(session_id, -2)'),
    count: db
      .prepare<[Window], number>(
        `SELECT count(*) FROM turn_rollups r WHERE ${isAsked(synthetic)} AND CASE WHEN r.last_ms IS NULL
          THEN EXISTS (SELECT 1 FROM turn_metrics m WHERE m.session_id = r.session_id AND m.updated_at_ms >= @fromMs AND m.updated_at_ms <= @nowMs)
          ELSE r.last_ms >= @fromMs AND r.first_ms <= @nowMs END`,
      )
      .pluck(),
  });
  const statements = { real: toStatements(false), demo: toStatements(true) };
  return {
    /** Whether the turns of a session are read, as it has many or a migration changed some. */
    isMarked: (sessionId: string): boolean => isMarked.get(sessionId) !== undefined,
    rebuild: (sessionId: string): void => {
      drop.run(sessionId);
      if (isLarge.get(sessionId, maxTurns) === undefined) roll.run(sessionId);
      else mark.run(sessionId);
    },
    sumReport: (fromMs: number, nowMs: number, synthetic: boolean): ReportSums => {
      const report: ReportSums = { a: toEmpty(), b: toEmpty(), metrics: new Map(), withoutOutcome: 0, balance: [], synthetic };
      const found = metrics.map((metric) => {
        const own: ReportMetric = { pairs: [], sessions: { a: 0, b: 0 } };
        report.metrics.set(metric, own);
        return own;
      });
      const { each, grouped, count, about } = statements[synthetic ? 'demo' : 'real'];
      report.balance = about.all({ fromMs, nowMs });
      const isLong = (count.get({ fromMs, nowMs }) ?? 0) > maxSessions;
      for (const row of (isLong ? grouped : each).all({ fromMs, nowMs })) {
        report.withoutOutcome += row[1] ?? 0;
        const [a, b] = [readGroup(row, 2, report.a), readGroup(row, 2 + sums.length, report.b)];
        for (const [at, { pairs, sessions }] of found.entries()) {
          if (a || b) pairs.push({ a: a?.[at] ?? null, b: b?.[at] ?? null });
          sessions.a += row[2 + names.length + at] ?? 0;
          sessions.b += row[2 + names.length + metrics.length + at] ?? 0;
        }
      }
      return report;
    },
  };
};

const metrics = ['completed', 'iterations', 'tool_errors', 'duration'] as const satisfies readonly MetricName[];

const toEmpty = (): CohortSums => {
  const none = () => ({ n: 0, sum: 0 });
  return { turns: 0, completed: none(), iterations: none(), toolErrors: none(), durationMs: none() };
};

const add = (total: Sum, n: number, sum: number): Sum => {
  total.n += n;
  total.sum += sum;
  return { n, sum };
};

/** The sums of a group from a column on, in the order of `metrics`, which it adds to the total; null without turns. */
const readGroup = (row: Row, from: number, total: CohortSums): Sum[] | null => {
  const at = (index: number): number => row[from + index] ?? 0;
  const turns = at(0);
  if (turns === 0) return null;
  total.turns += turns;
  add(total.durationMs, at(6), at(7));
  return [
    add(total.completed, at(1), at(2)),
    add(total.iterations, turns, at(3)),
    add(total.toolErrors, at(4), at(5)),
    { n: at(6), sum: at(8) },
  ];
};
