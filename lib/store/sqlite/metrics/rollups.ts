import type { Database } from 'better-sqlite3';
import type { MetricName } from '../../../domain/metric.ts';
import type { CohortSums, ReportSums, Sum } from '../../metrics-store.ts';
import { isRunning } from './turn-metric-rows.ts';

export type Rollups = ReturnType<typeof makeRollups>;

/** Of a session with more turns, the turns themselves are read: adding one costs the same in a session of any length. */
const maxTurns = 1_000;

/** Columns of each group, in the order in which `toSums` reads them: how to sum them over turns that count. */
const sums = [
  ['turns', (is: string) => `count(CASE WHEN ${is} THEN 1 END)`],
  ['completed_n', (is: string) => `count(CASE WHEN ${is} THEN m.completed END)`],
  ['completed', (is: string) => `total(CASE WHEN ${is} THEN m.completed END)`],
  ['iterations', (is: string) => `total(CASE WHEN ${is} THEN m.iterations END)`],
  ['tool_errors_n', (is: string) => `count(CASE WHEN ${is} THEN m.tool_errors END)`],
  ['tool_errors', (is: string) => `total(CASE WHEN ${is} THEN m.tool_errors END)`],
  ['duration_n', (is: string) => `count(CASE WHEN ${is} THEN m.duration_ms END)`],
  ['duration_ms', (is: string) => `total(CASE WHEN ${is} THEN m.duration_ms END)`],
  ['duration_log', (is: string) => `total(CASE WHEN ${is} THEN ln(max(m.duration_ms, 1.0)) END)`],
] as const;
const groups = [
  ['a', 0],
  ['b', 1],
] as const;
const names = groups.flatMap(([group]) => sums.map(([name]) => `${group}_${name}`));

const sumsWhere = (isCounted: string): string =>
  [
    `count(CASE WHEN NOT (${isCounted}) THEN 1 END)`,
    ...groups.flatMap(([, used]) => sums.map(([, toSql]) => toSql(`m.retrieval_used = ${used} AND ${isCounted}`))),
  ].join(', ');

const hasOutcome = 'm.iterations IS NOT NULL';
const isOver = `(${hasOutcome} AND NOT coalesce(${isRunning}, 0))`;
const leftOut = `SELECT id FROM sessions WHERE relation = 'subagent' OR synthetic = 1`;
const isAsked = (synthetic: boolean): string =>
  synthetic
    ? `r.session_id IN (SELECT id FROM sessions WHERE synthetic = 1 AND relation IS NOT 'subagent')`
    : `r.session_id NOT IN (${leftOut})`;

type Window = { fromMs: number; nowMs: number };
/** `without_outcome`, then the columns of group a, then of b. */
type Row = number[];

/** Sums of each session, kept up to date where its turns are written. */
export const makeRollups = (db: Database) => {
  const drop = db.prepare<[string]>('DELETE FROM turn_rollups WHERE session_id = ?');
  const isLarge = db.prepare<[{ id: string }]>(
    `SELECT 1 WHERE EXISTS (SELECT 1 FROM turn_metrics WHERE session_id = @id AND completed_basis = 'running')
    OR (SELECT count(*) FROM (SELECT 1 FROM turn_metrics WHERE session_id = @id LIMIT ${maxTurns + 1})) > ${maxTurns}`,
  );
  const mark = db.prepare<[string]>('INSERT INTO turn_rollups (session_id) VALUES (?)');
  const roll = db.prepare<[string]>(
    `INSERT INTO turn_rollups (session_id, first_ms, last_ms, without_outcome, ${names.join(', ')})
    SELECT m.session_id, min(m.updated_at_ms), max(m.updated_at_ms), ${sumsWhere(hasOutcome)}
    FROM turn_metrics m WHERE m.session_id = ? AND m.updated_at_ms IS NOT NULL GROUP BY m.session_id`,
  );
  /** Sessions whose turns all lie in the window, and the turns in it of others. */
  const toStatements = (synthetic: boolean) => [
    db
      .prepare<[Window], Row>(
        `SELECT without_outcome, ${names.join(', ')} FROM turn_rollups r
        WHERE r.first_ms >= @fromMs AND r.last_ms <= @nowMs AND ${isAsked(synthetic)}`,
      )
      .raw(),
    // The rollups first: most of them are whole.
    db
      .prepare<[Window], Row>(
        `SELECT ${sumsWhere(isOver)} FROM turn_rollups r CROSS JOIN turn_metrics m ON m.session_id = r.session_id
        WHERE (r.last_ms IS NULL OR (r.first_ms <= @nowMs AND r.last_ms >= @fromMs AND (r.first_ms < @fromMs OR r.last_ms > @nowMs)))
          AND m.updated_at_ms >= @fromMs AND m.updated_at_ms <= @nowMs AND ${isAsked(synthetic)} GROUP BY r.session_id`,
      )
      .raw(),
  ];
  const statements = { real: toStatements(false), demo: toStatements(true) };
  return {
    rebuild: (sessionId: string): void => {
      drop.run(sessionId);
      if (isLarge.get({ id: sessionId }) === undefined) roll.run(sessionId);
      else mark.run(sessionId);
    },
    sumReport: (fromMs: number, nowMs: number, synthetic: boolean): ReportSums => {
      const report: ReportSums = { a: toEmpty(), b: toEmpty(), pairs: new Map(), withoutOutcome: 0, synthetic };
      const pairs = metrics.map((metric) => {
        const own: { a: Sum | null; b: Sum | null }[] = [];
        report.pairs.set(metric, own);
        return own;
      });
      for (const statement of statements[synthetic ? 'demo' : 'real'])
        for (const row of statement.all({ fromMs, nowMs })) {
          report.withoutOutcome += row[0] ?? 0;
          const [a, b] = [readGroup(row, 1, report.a), readGroup(row, 1 + sums.length, report.b)];
          if (a || b) for (const [at, own] of pairs.entries()) own.push({ a: a?.[at] ?? null, b: b?.[at] ?? null });
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
