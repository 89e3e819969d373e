import type { MetricComparison } from '../domain/cohort.ts';
import type { MetricName } from '../domain/metric.ts';
import { metricDefinitions } from '../domain/metric-definitions.ts';
import { printMoney } from '../print/money.ts';
import { printCount } from '../print/number.ts';

const minus = '−';
const trim = (value: number, digits: number): string => value.toFixed(digits);
const printSmall = (value: number): string => (value >= 100 ? printCount(value) : trim(value, value >= 10 ? 1 : 2));

/** The size of a difference, without its sign: of `duration` a relative change, of shares in points. */
const sizes: Record<MetricName, (size: number) => string> = {
  completed: (size) => trim(size * 100, 1),
  iterations: printSmall,
  tool_errors: printSmall,
  duration: (size) => `${trim(size * 100, 1)} %`,
  tokens: printCount,
  cost: (size) => (size !== 0 && size < 0.005 ? `$${size.toPrecision(2)}` : printMoney(size)),
  reward: printSmall,
};

const printSigned = (metric: MetricName, value: number): string => {
  const size = sizes[metric](Math.abs(value));
  return /[1-9]/u.test(size) ? `${value < 0 ? minus : '+'}${size}` : size;
};

/** What is compared: the difference in the metric's unit; of `duration` the relative one. */
export const toEffect = ({ metric, difference, interval, relative }: MetricComparison) =>
  metric === 'duration' ? { value: relative?.value ?? null, interval: relative?.interval ?? null } : { value: difference, interval };

/** `−1.4 to +13.9`; null if the interval is not known. */
export const printEffectInterval = (comparison: MetricComparison): string | null => {
  const { interval } = toEffect(comparison);
  const { metric } = comparison;
  return interval === null ? null : `${printSigned(metric, interval.low)} to ${printSigned(metric, interval.high)}`;
};

/** What turns of group b did, against those of group a. */
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
  const { value } = toEffect(comparison);
  if (value === null) return null;
  const size = sizes[metric](Math.abs(value));
  const words = /[1-9]/u.test(size) ? phrases[metric](size, value > 0) : equal[metric];
  const interval = printEffectInterval(comparison);
  return interval === null ? words : `${words} (95 %: ${interval})`;
};

/** One line of a list; null if a group has no known value. */
export const formatComparison = (comparison: MetricComparison): string | null => {
  const { value } = toEffect(comparison);
  if (value === null) return null;
  const { metric, isClear } = comparison;
  const interval = printEffectInterval(comparison);
  const unit = metric === 'completed' ? ' points' : '';
  const [label = ''] = metricDefinitions[metric].label.split(',');
  return `${label}: ${printSigned(metric, value)}${unit} (${interval ?? 'no interval: too few sessions'})${isClear ? ', clear of zero' : ''}`;
};
