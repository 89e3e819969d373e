import type { ChartCell, ChartData } from '@/components/charts/chart-data.ts';
import type { MetricComparison } from '@/lib/domain/cohort.ts';
import { getMetricDefinition, printDifference, printDifferenceInterval, printMetric } from '@/lib/print/metric.ts';

const toCell = (value: number | null, text: string): ChartCell => ({ value, text });

/** Every metric of both groups, with the interval and the relative change: the rows of the CSV. */
export const toComparisonData = (metrics: readonly MetricComparison[], labels: { a: string; b: string }): ChartData => ({
  columns: [
    'Metric',
    labels.a,
    labels.b,
    'Difference',
    '95 % low',
    '95 % high',
    'Relative',
    'Relative 95 % low',
    'Relative 95 % high',
    'p',
  ],
  rows: metrics.map(({ metric, a, b, atLeast, difference, interval, relative, pValue }) => [
    getMetricDefinition(metric).label,
    toCell(a?.value ?? null, printMetric(metric, a?.value ?? null, atLeast.a)),
    toCell(b?.value ?? null, printMetric(metric, b?.value ?? null, atLeast.b)),
    toCell(difference, printDifference(metric, difference)),
    ...[interval?.low, interval?.high].map((end) => toCell(end ?? null, printDifferenceInterval(metric, interval))),
    ...[relative?.value, relative?.interval?.low, relative?.interval?.high, pValue].map((value) => toCell(value ?? null, '')),
  ]),
});
