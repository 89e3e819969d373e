import type { Database } from 'better-sqlite3';
import { metricName, type MetricName } from '../../../domain/metric.ts';
import type { MetricsStore, TurnSelection, TurnSums, ValueCount } from '../../metrics-store.ts';
import { isRunning } from './turn-metric-rows.ts';
import { isCompared, toSelection, type SelectionSql } from './turn-selection.ts';

type Synchronous<Name extends keyof MetricsStore> = (...args: Parameters<MetricsStore[Name]>) => Awaited<ReturnType<MetricsStore[Name]>>;
type Group = 'a' | 'b';
type Property = 'model' | 'project' | 'agent' | 'promptChars';

/** What is summed of each metric. */
const metricSql: Record<MetricName, string> = {
  completed: 'm.completed',
  iterations: 'm.iterations',
  tool_errors: 'm.tool_errors',
  duration: 'ln(max(m.duration_ms, 1.0))',
  tokens: 'm.tokens',
  cost: 'm.cost_usd',
  reward: 'm.reward',
};
const columnSql: Record<MetricName, string> = { ...metricSql, duration: 'm.duration_ms' };

/** Lower ends of the bands in which prompts are counted, in characters. */
const promptBands = [0, 200, 1_000, 5_000] as const;
const promptBand = `CASE ${promptBands
  .slice(1)
  .toReversed()
  .map((from) => `WHEN m.prompt_chars >= ${from} THEN '${from}'`)
  .join(' ')} WHEN m.prompt_chars >= 0 THEN '0' END`;

const sums = metricName.options.map((name) => `count(${metricSql[name]}), sum(CAST(${metricSql[name]} AS REAL))`).join(', ');

/** Sums and counts over the turns of two groups. */
export const makeTurnGroups = (db: Database) => {
  const hasReal = db.prepare<[], number>('SELECT 1 FROM sessions WHERE synthetic = 0 LIMIT 1').pluck();
  const hasStrange = db.prepare<[], number>(
    'SELECT 1 FROM turn_metrics m WHERE m.reported > 0 AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.id = m.session_id) LIMIT 1',
  );
  const hasSynthetic = db.prepare<[], number>('SELECT 1 FROM sessions WHERE synthetic = 1 LIMIT 1');
  /** Demo turns are compared only while there are no others. */
  const isDemo = (): boolean => hasReal.get() === undefined && hasSynthetic.get() !== undefined && hasStrange.get() === undefined;
  const select = (selection: TurnSelection): SelectionSql => toSelection(selection, isDemo());

  const sumTurns: Synchronous<'sumTurns'> = (selection) => {
    const synthetic = isDemo();
    const { from, group, where, values } = toSelection(selection, synthetic);
    const rows = db
      .prepare<[SelectionSql['values']], (string | number | null)[]>(
        `SELECT m.session_id, ${group} AS grp, CAST(floor(m.created_at_ms / 86400000.0) AS INTEGER) AS day, count(*), ${sums}
        FROM ${from} WHERE ${where} AND ${isCompared} GROUP BY m.session_id, grp, day HAVING grp IS NOT NULL`,
      )
      .raw()
      .all(values);
    const left = db
      .prepare<[SelectionSql['values']], { subagent: number | null; running: number | null }>(
        `SELECT sum(s.relation IS 'subagent') AS subagent, sum(s.relation IS NOT 'subagent' AND ${isRunning}) AS running
        FROM ${from} WHERE ${where} AND (s.relation = 'subagent' OR m.completed_basis = 'running') AND (${group}) IS NOT NULL`,
      )
      .get(values);
    return { sums: rows.map(toSums), synthetic, subagentTurns: left?.subagent ?? 0, runningTurns: left?.running ?? 0 };
  };

  const measureDistribution: Synchronous<'measureDistribution'> = (selection, metric, edges) => {
    const { from, group, where, values } = select(selection);
    const list = db
      .prepare<[SelectionSql['values']], number>(
        `SELECT CAST(${columnSql[metric]} AS REAL) FROM ${from}
        WHERE ${where} AND ${isCompared} AND ${columnSql[metric]} IS NOT NULL AND (${group}) = @group`,
      )
      .pluck();
    const measure = (of: Group) => toDistribution(Float64Array.from(list.all({ ...values, group: of })), edges);
    return { a: measure('a'), b: measure('b') };
  };

  const countBalance: Synchronous<'countBalance'> = (selection) => {
    const { from, group, where, values } = select(selection);
    const rows = db
      .prepare<[SelectionSql['values']], Record<Property, string | null> & { a: number; b: number }>(
        `SELECT model, project, agent, promptChars, sum(grp = 'a') AS a, sum(grp = 'b') AS b FROM (
          SELECT m.model, s.project, s.family AS agent, ${promptBand} AS promptChars, ${group} AS grp FROM ${from} WHERE ${where} AND ${isCompared}
        ) WHERE grp IS NOT NULL GROUP BY model, project, agent, promptChars`,
      )
      .all(values);
    const count = (property: Property): ValueCount[] => {
      const counts = new Map<string, ValueCount>();
      for (const { [property]: value, a, b } of rows) {
        if (value === null) continue;
        const known = counts.get(value);
        counts.set(value, { value, a: a + (known?.a ?? 0), b: b + (known?.b ?? 0) });
      }
      return [...counts.values()].sort((one, other) => other.a + other.b - one.a - one.b || (one.value < other.value ? -1 : 1));
    };
    return { model: count('model'), project: count('project'), agent: count('agent'), promptChars: count('promptChars') };
  };
  return { isDemo, select, sumTurns, measureDistribution, countBalance };
};

const toSums = ([sessionId, group, day, turns, ...figures]: (string | number | null)[]): TurnSums => {
  const at = (name: MetricName) => {
    const index = metricName.options.indexOf(name) * 2;
    return { n: Number(figures[index] ?? 0), sum: Number(figures[index + 1] ?? 0) };
  };
  return {
    sessionId: String(sessionId),
    group: group === 'b' ? 'b' : 'a',
    day: day === null ? null : Number(day),
    turns: Number(turns),
    metrics: {
      completed: at('completed'),
      iterations: at('iterations'),
      tool_errors: at('tool_errors'),
      duration: at('duration'),
      tokens: at('tokens'),
      cost: at('cost'),
      reward: at('reward'),
    },
  };
};

const toDistribution = (values: Float64Array, edges: readonly number[]): { median: number | null; counts: number[] } => {
  values.sort();
  const counts = edges.map(() => 0);
  let bin = 0;
  for (const value of values) {
    while (bin + 1 < edges.length && value >= (edges[bin + 1] ?? Infinity)) bin += 1;
    if (value >= (edges[0] ?? Infinity)) counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const middle = Math.floor(values.length / 2);
  const [low, high] = [values[values.length % 2 === 1 ? middle : middle - 1], values[middle]];
  return { median: low === undefined || high === undefined ? null : (low + high) / 2, counts };
};
