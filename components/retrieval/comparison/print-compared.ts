import type { MetricComparison } from '@/lib/domain/cohort.ts';
import {
  getMetricDefinition,
  printDifference,
  printDifferenceInterval,
  printSignedEffect,
  printSignedEffectInterval,
} from '@/lib/print/metric.ts';

/** Durations are compared as a ratio of geometric means: their difference and its interval are relative, whatever the medians are. */
const isRelative = (metric: MetricComparison['metric']): boolean => getMetricDefinition(metric).scale === 'log';

export const printComparedDifference = ({ metric, difference, relative }: MetricComparison): string =>
  isRelative(metric) ? printSignedEffect(metric, relative?.value ?? null) : printDifference(metric, difference);

export const printComparedInterval = ({ metric, interval, relative }: MetricComparison): string =>
  isRelative(metric) ? printSignedEffectInterval(metric, relative?.interval ?? null) : printDifferenceInterval(metric, interval);
