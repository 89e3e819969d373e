import type { MetricComparison } from '@/lib/domain/cohort.ts';
import { getMetricDefinition } from '@/lib/print/metric.ts';

/** Where a comparison lies, −1 to 1, right is better. `isCut`: the interval goes on beyond that end. */
export type ForestPlace = { value: number; low: number; high: number; isCutLow: boolean; isCutHigh: boolean };

/** Whether the value itself lies beyond an end of the plot. */
export const isBeyond = ({ value }: ForestPlace): boolean => Math.abs(value) === 1;

const limits = [0.05, 0.1, 0.2, 0.3, 0.5, 1];

/** The relative change at both ends of the plot: the smallest that holds every interval, 100 % at most. */
export const toForestLimit = (metrics: readonly MetricComparison[]): number => {
  const ends = metrics.flatMap(({ relative }) =>
    relative ? [relative.value, relative.interval?.low ?? 0, relative.interval?.high ?? 0] : [],
  );
  const most = Math.max(0, ...ends.map(Math.abs));
  return limits.find((limit) => limit >= most) ?? 1;
};

const clamp = (value: number): number => Math.min(1, Math.max(-1, value));

/** Turned so that right is better; null without a relative change. */
export const toForestPlace = ({ metric, relative }: MetricComparison, limit: number): ForestPlace | null => {
  if (!relative) return null;
  const sign = getMetricDefinition(metric).better === 'higher' ? 1 : -1;
  const ends = [relative.interval?.low ?? relative.value, relative.interval?.high ?? relative.value].map((end) => (sign * end) / limit);
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  return { value: clamp((sign * relative.value) / limit), low: clamp(low), high: clamp(high), isCutLow: low < -1, isCutHigh: high > 1 };
};
