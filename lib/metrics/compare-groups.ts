import type { MetricComparison } from '../domain/cohort.ts';
import type { MetricEstimate, MetricName } from '../domain/metric.ts';
import { metricDefinitions } from '../domain/metric-definitions.ts';
import { compareMeans, compareProportions, estimateMean, estimateProportion } from '../stats/clustered.ts';
import { adjustHolm } from '../stats/holm.ts';
import type { Pair } from '../stats/paired-ratios.ts';
import type { Interval } from '../stats/proportion.ts';
import type { Cluster } from '../stats/weighted-ratio.ts';

/**
 * `pairs`: of each session, or of groups of them that are as independent. `sessions`: how many have a known value. `atLeast`: turns whose
 * value is only known in part.
 */
export type MetricPairs = { pairs: readonly Pair[]; sessions: { a: number; b: number }; atLeast?: { a: number; b: number } | undefined };
type Medians = Record<'a' | 'b', MetricEstimate | null>;
type Options = {
  primary: MetricName;
  /** Medians of `duration`; null: geometric means replace them. */
  medians: Medians | null;
};

const alpha = 0.05;

/** A figure over the turns of these sessions; of `duration` the geometric mean. */
export const estimateMetric = (metric: MetricName, clusters: readonly Cluster[]): MetricEstimate | null => {
  const { scale } = metricDefinitions[metric];
  const found = scale === 'proportion' ? estimateProportion(clusters) : estimateMean(clusters);
  if (!found || scale !== 'log') return found;
  const { value, interval } = found;
  return { ...found, value: Math.exp(value), interval: interval && { low: Math.exp(interval.low), high: Math.exp(interval.high) } };
};

const clustersOf = (pairs: readonly Pair[], group: 'a' | 'b'): Cluster[] => pairs.flatMap((pair) => pair[group] ?? []);

const divide = (interval: Interval | null, by: number): Interval | null => interval && { low: interval.low / by, high: interval.high / by };

const compareOne = (metric: MetricName, pairs: readonly Pair[], medians: Medians | null): Omit<MetricComparison, 'isClear' | 'atLeast'> => {
  const { scale } = metricDefinitions[metric];
  const isLog = scale === 'log';
  const estimate = (group: 'a' | 'b') => (isLog && medians ? medians[group] : estimateMetric(metric, clustersOf(pairs, group)));
  const [a, b] = [estimate('a'), estimate('b')];
  const compare = scale === 'proportion' ? compareProportions : compareMeans;
  const found = compare(pairs);
  if (!a || !b || !found) return { metric, a, b, difference: null, interval: null, relative: null, pValue: null };
  if (!isLog) {
    const relative = a.value > 0 ? { value: found.difference / a.value, interval: divide(found.interval, a.value) } : null;
    return { metric, a, b, difference: found.difference, interval: found.interval, relative, pValue: found.pValue };
  }
  const { interval } = found;
  const relative = {
    value: Math.exp(found.difference) - 1,
    interval: interval && { low: Math.exp(interval.low) - 1, high: Math.exp(interval.high) - 1 },
  };
  return { metric, a, b, difference: b.value - a.value, interval: null, relative, pValue: found.pValue };
};

/** Compares the groups by each metric. */
export const compareGroups = (pairsOf: ReadonlyMap<MetricName, MetricPairs>, { primary, medians }: Options): MetricComparison[] => {
  const compared = [...pairsOf].map(([metric, { pairs, sessions, atLeast = { a: 0, b: 0 } }]) => {
    const { a, b, ...rest } = compareOne(metric, pairs, medians);
    return { ...rest, atLeast, a: a && { ...a, clusters: sessions.a }, b: b && { ...b, clusters: sessions.b } };
  });
  const adjusted = adjustHolm(compared.map(({ metric, pValue }) => (metric === primary ? null : pValue)));
  return compared.map((one, at) => ({ ...one, isClear: ((one.metric === primary ? one.pValue : adjusted[at]) ?? 1) < alpha }));
};
