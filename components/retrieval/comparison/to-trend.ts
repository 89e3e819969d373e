import type { ChartCell, ChartData } from '@/components/charts/chart-data.ts';
import { toTicks, type Axis } from '@/components/charts/to-ticks.ts';
import type { CohortAnswer } from '@/lib/domain/cohort.ts';
import type { MetricEstimate, MetricName } from '@/lib/domain/metric.ts';
import { getMetricDefinition, printMetric } from '@/lib/print/metric.ts';
import { printDay } from '@/lib/print/time.ts';

type Trend = CohortAnswer['trend'];
type Band = [low: number, high: number] | null;

/** One period of both groups, as the chart draws it. */
export type TrendRow = { fromMs: number; a: number | null; aBand: Band; aN: number; b: number | null; bBand: Band; bN: number };

const toBand = (estimate: MetricEstimate | null): Band => (estimate?.interval ? [estimate.interval.low, estimate.interval.high] : null);

export const toTrendRows = ({ points }: Trend): TrendRow[] =>
  points.map(({ from, a, b }) => ({
    fromMs: from,
    a: a?.value ?? null,
    aBand: toBand(a),
    aN: a?.n ?? 0,
    b: b?.value ?? null,
    bBand: toBand(b),
    bN: b?.n ?? 0,
  }));

/** The axis of values: shares stay within 0 and 1, counts begin at 0. */
export const toTrendAxis = (metric: MetricName, rows: readonly TrendRow[]): Axis => {
  const { unit } = getMetricDefinition(metric);
  const values = rows.flatMap(({ a, b, aBand, bBand }) => [a, b, ...(aBand ?? []), ...(bBand ?? [])]).filter((value) => value !== null);
  if (unit === 'share') return toTicks(values, 4, { low: 0, high: 1 });
  return toTicks(unit === 'score' ? values : [0, ...values], 4);
};

/** The last known value of each group, for its label at the end of its line. */
export const findLast = (rows: readonly TrendRow[], series: 'a' | 'b'): number | null =>
  rows.findLast((row) => row[series] !== null)?.[series] ?? null;

const toCells = (metric: MetricName, estimate: MetricEstimate | null): ChartCell[] => {
  const toCell = (value: number | null): ChartCell => ({ value, text: printMetric(metric, value) });
  return [
    toCell(estimate?.value ?? null),
    toCell(estimate?.interval?.low ?? null),
    toCell(estimate?.interval?.high ?? null),
    { value: estimate?.n ?? 0, text: String(estimate?.n ?? 0) },
  ];
};

/** A row for each period: value, interval and turns of both groups. */
export const toTrendData = (metric: MetricName, { points, unit }: Trend, labels: { a: string; b: string }, nowMs: number): ChartData => ({
  columns: [
    `From (${unit})`,
    ...[labels.a, labels.b].flatMap((group) => ['value', '95 % low', '95 % high', 'turns'].map((label) => ({ group, label }))),
  ],
  rows: points.map(({ from, a, b }) => [printDay(from, nowMs), ...toCells(metric, a), ...toCells(metric, b)]),
});
