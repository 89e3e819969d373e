import { metricName, type MetricName } from '../../../domain/metric.ts';
import type { MetricSums } from '../../experiment-store.ts';
import { isTakenBack } from '../sessions/taken-back.ts';
import { isAtLeast, isRunning } from '../metrics/turn-metric-rows.ts';
import { toKnown } from '../sums.ts';

/** SQL of the value of a turn that is summed, in terms of a row `m` of turn_metrics. */
const valueOf: Readonly<Record<MetricName, string>> = {
  completed: toKnown('flag', 'm.completed'),
  iterations: toKnown('count', 'm.iterations'),
  tool_errors: toKnown('count', 'm.tool_errors'),
  duration: `ln(max(${toKnown('durationMs', 'm.duration_ms')}, 1))`,
  tokens: toKnown('count', 'm.tokens'),
  cost: toKnown('usd', 'm.cost_usd'),
  reward: toKnown('score', 'm.reward'),
};

/** A count and a sum of each metric, over rows of turn_metrics, and how many are only known in part. */
export const sumColumns = [
  ...metricName.options.map((metric) => `count(${valueOf[metric]}) AS ${metric}N, total(${valueOf[metric]}) AS ${metric}Sum`),
  ...(['tokens', 'cost'] as const).map((metric) => `coalesce(sum(${isAtLeast[metric]}), 0) AS ${metric}AtLeast`),
].join(', ');

/** Joins the turn `t` that the columns read. */
export const joinTurn = 'LEFT JOIN turns t ON t.session_id = m.session_id AND t.turn_idx = m.turn_idx';

export type StoredSums = Record<`${MetricName}N` | `${MetricName}Sum` | 'tokensAtLeast' | 'costAtLeast', number>;

export const toMetricSums = (row: StoredSums): MetricSums => {
  const sumOf = (metric: MetricName) => ({ n: row[`${metric}N`], sum: row[`${metric}Sum`] });
  return {
    completed: sumOf('completed'),
    iterations: sumOf('iterations'),
    tool_errors: sumOf('tool_errors'),
    duration: sumOf('duration'),
    tokens: { ...sumOf('tokens'), atLeast: row.tokensAtLeast },
    cost: { ...sumOf('cost'), atLeast: row.costAtLeast },
    reward: sumOf('reward'),
  };
};

/** SQL: whether the turn of `m` is not running at `@nowMs`. */
export const isOver = `NOT coalesce(${isRunning}, 0) AND NOT ${isTakenBack('m')}`;
