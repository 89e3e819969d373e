import type { MetricComparison } from '../domain/cohort.ts';
import type { MetricName } from '../domain/metric.ts';
import { metricDefinitions } from '../domain/metric-definitions.ts';
import { printDifference, printDifferenceInterval, printEffectInterval, printSignedEffect } from '../print/metric.ts';

/** Durations are compared as a ratio of geometric means: their difference and its interval are relative, whatever the medians are. */
const isRelative = (metric: MetricName): boolean => metricDefinitions[metric].scale === 'log';

/** The figure that is compared: the difference in the metric's unit, or the relative one. */
export const toEffect = ({ metric, difference, interval, relative }: MetricComparison) =>
  isRelative(metric) ? { value: relative?.value ?? null, interval: relative?.interval ?? null } : { value: difference, interval };

/** `+6.3` (points, of a share), `−1.9`, `+12 %`; a dash if a group has no known value. */
export const printComparedDifference = (comparison: MetricComparison): string => {
  const { metric } = comparison;
  const { value } = toEffect(comparison);
  return isRelative(metric) ? printSignedEffect(metric, value) : printDifference(metric, value);
};

/** `−1.4 to +13.9`; a dash if the interval is not known. */
export const printComparedInterval = (comparison: MetricComparison): string => {
  const { metric } = comparison;
  const { interval } = toEffect(comparison);
  return isRelative(metric) ? printEffectInterval(metric, interval) : printDifferenceInterval(metric, interval);
};

/** Behavior of turns in group b, compared with group a. */
const phrases: Record<MetricName, (size: string, isMore: boolean) => string> = {
  completed: (size, isMore) => `completed ${size} points ${isMore ? 'more' : 'less'} often`,
  iterations: (size, isMore) => `took ${size} ${isMore ? 'more' : 'fewer'} iterations on average`,
  tool_errors: (size, isMore) => `had ${size} ${isMore ? 'more' : 'fewer'} tool errors on average`,
  duration: (size, isMore) => `took ${size} ${isMore ? 'more' : 'less'} time`,
  tokens: (size, isMore) => `used ${size} ${isMore ? 'more' : 'fewer'} tokens on average`,
  cost: (size, isMore) => `cost ${size} ${isMore ? 'more' : 'less'} on average`,
  reward: (size, isMore) => `scored ${size} ${isMore ? 'higher' : 'lower'} on average`,
};
const equal: Record<MetricName, string> = {
  completed: 'completed equally often',
  iterations: 'took as many iterations',
  tool_errors: 'had as many tool errors',
  duration: 'took as long',
  tokens: 'used as many tokens',
  cost: 'cost the same',
  reward: 'scored the same',
};

/** `completed 6.3 points more often (95 %: −1.4 to +13.9)`; null if a group has no known value. */
export const describeComparison = (comparison: MetricComparison): string | null => {
  const { metric } = comparison;
  const { value, interval } = toEffect(comparison);
  if (value === null) return null;
  const size = printComparedDifference(comparison).replace(/^[+−]/u, '');
  const words = /[1-9]/u.test(size) ? phrases[metric](size, value > 0) : equal[metric];
  return interval === null ? words : `${words} (95 %: ${printComparedInterval(comparison)})`;
};

/** One line of a list; null if a group has no known value. */
export const formatComparison = (comparison: MetricComparison): string | null => {
  const { value, interval } = toEffect(comparison);
  if (value === null) return null;
  const { metric, isClear } = comparison;
  const range = interval === null ? 'no interval: too few sessions' : printComparedInterval(comparison);
  const unit = metric === 'completed' ? ' points' : '';
  const [label = ''] = metricDefinitions[metric].label.split(',');
  return `${label}: ${printComparedDifference(comparison)}${unit} (${range})${isClear ? ', clear of zero' : ''}`;
};
