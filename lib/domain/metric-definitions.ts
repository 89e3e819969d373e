import type { MetricName } from './metric.ts';

/**
 * `proportion`: a share of turns, 0 to 1. `mean`: per turn. `log`: compared on the log scale, as it is skewed; shown as median.
 */
export type MetricScale = 'proportion' | 'mean' | 'log';

type MetricDefinition = { label: string; unit: 'share' | 'count' | 'ms' | 'usd' | 'score'; scale: MetricScale; better: 'higher' | 'lower' };

export const metricDefinitions: Readonly<Record<MetricName, MetricDefinition>> = {
  completed: { label: 'Completed', unit: 'share', scale: 'proportion', better: 'higher' },
  iterations: { label: 'Iterations', unit: 'count', scale: 'mean', better: 'lower' },
  tool_errors: { label: 'Tool errors', unit: 'count', scale: 'mean', better: 'lower' },
  duration: { label: 'Duration, median', unit: 'ms', scale: 'log', better: 'lower' },
  tokens: { label: 'Tokens', unit: 'count', scale: 'mean', better: 'lower' },
  cost: { label: 'Cost', unit: 'usd', scale: 'mean', better: 'lower' },
  reward: { label: 'Reward', unit: 'score', scale: 'mean', better: 'higher' },
};
