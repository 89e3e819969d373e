import { metricName, type MetricName } from '../../../domain/metric.ts';
import type { SessionSums } from '../../experiment-store.ts';

/** What is summed of a turn, in terms of a row `m` of turn_metrics. */
const valueOf: Readonly<Record<MetricName, string>> = {
  completed: 'm.completed',
  iterations: 'm.iterations',
  tool_errors: 'm.tool_errors',
  duration: 'ln(max(m.duration_ms, 1))',
  tokens: 'm.tokens',
  cost: 'm.cost_usd',
  reward: 'm.reward',
};

/** A count and a sum of each metric, over rows of turn_metrics. */
export const sumColumns = metricName.options
  .map((metric) => `count(${valueOf[metric]}) AS ${metric}N, total(${valueOf[metric]}) AS ${metric}Sum`)
  .join(', ');

export type StoredSums = Record<`${MetricName}N` | `${MetricName}Sum`, number>;

export const toSessionSums = (row: StoredSums): SessionSums => {
  const sumOf = (metric: MetricName) => ({ n: row[`${metric}N`], sum: row[`${metric}Sum`] });
  return {
    completed: sumOf('completed'),
    iterations: sumOf('iterations'),
    tool_errors: sumOf('tool_errors'),
    duration: sumOf('duration'),
    tokens: sumOf('tokens'),
    cost: sumOf('cost'),
    reward: sumOf('reward'),
  };
};

/** The last turn of a session may go on for an hour after it was last heard of, unless its outcome was reported. */
const runningMs = 3_600_000;

/** Whether a row `m` of turn_metrics is not a running turn at `@nowMs`. */
export const isOver = `NOT (
  m.updated_at_ms > @nowMs - ${runningMs} AND m.completed_basis IS NOT 'reported'
  AND NOT EXISTS (SELECT 1 FROM turn_metrics l WHERE l.session_id = m.session_id AND l.turn_idx > m.turn_idx)
)`;
