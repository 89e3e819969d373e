import type { ChartCell, ChartData } from '@/components/charts/chart-data.ts';
import { toTicks, type Axis } from '@/components/charts/to-ticks.ts';
import type { CohortAnswer } from '@/lib/domain/cohort.ts';
import type { MetricEstimate, MetricName } from '@/lib/domain/metric.ts';
import { getMetricDefinition, printMetric } from '@/lib/print/metric.ts';
import { printUtcDay } from '@/lib/print/time.ts';

type Trend = CohortAnswer['trend'];
type Band = [low: number, high: number] | null;

/** One period of both groups, as the chart draws it. `gapYears`: it stands for that many years that the trend leaves out; else null. */
export type TrendRow = {
  fromMs: number;
  gapYears: number | null;
  a: number | null;
  aBand: Band;
  aN: number;
  b: number | null;
  bBand: Band;
  bN: number;
};

const [secondMs, minuteMs, hourMs, dayMs] = [1_000, 60_000, 3_600_000, 86_400_000];

const toBand = (estimate: MetricEstimate | null): Band => (estimate?.interval ? [estimate.interval.low, estimate.interval.high] : null);

const toRow = ({ from, a, b }: Trend['points'][number]): TrendRow => ({
  ...{ fromMs: from, gapYears: null },
  ...{ a: a?.value ?? null, aBand: toBand(a), aN: a?.n ?? 0 },
  ...{ b: b?.value ?? null, bBand: toBand(b), bN: b?.n ?? 0 },
});

export const toTrendRows = ({ points }: Trend): TrendRow[] =>
  points.flatMap((point, index) => {
    const last = points[index - 1];
    const gapYears = last ? Math.round((point.from - last.from) / (365.25 * dayMs)) : 0;
    const gap = last && gapYears >= 2 ? [{ ...toRow({ from: last.from + 1, a: null, b: null }), gapYears }] : [];
    return [...gap, toRow(point)];
  });

/** A band beyond this many times the largest value is cut: a period of few sessions would press all others flat. */
const widest = 2.5;

/** The axis of values: shares stay within 0 and 1, counts begin at 0, and lengths of time have steps as on a clock. */
export const toTrendAxis = (metric: MetricName, rows: readonly TrendRow[]): Axis => {
  const { unit } = getMetricDefinition(metric);
  const values = rows.flatMap(({ a, b }) => [a, b]).filter((value) => value !== null);
  const ends = rows.flatMap(({ aBand, bBand }) => [...(aBand ?? []), ...(bBand ?? [])]);
  if (unit === 'share') return toTicks([...values, ...ends], 4, { low: 0, high: 1 });
  if (unit === 'score') return toTicks([...values, ...ends], 4);
  const most = Math.max(0, ...values, Math.min(Math.max(0, ...ends), widest * Math.max(0, ...values)));
  const per = unit === 'ms' ? ([dayMs, hourMs, minuteMs].find((one) => most >= one) ?? secondMs) : 1;
  const { low, high, ticks } = toTicks([0, most / per], 4);
  return { low: low * per, high: high * per, ticks: ticks.map((tick) => tick * per) };
};

/** The start of a period, which is one in UTC wherever the reader is: `Sep 28`, of a month `Sep 2025`. */
export const printPeriod = (fromMs: number, unit: Trend['unit'], nowMs: number): string => {
  const day = printUtcDay(fromMs, nowMs);
  // `Sep 1, 2025` without its day.
  return unit === 'month' ? day.replace(/ 1(?:,|$)/u, '') : day;
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
  rows: points.map(({ from, a, b }) => [printPeriod(from, unit, nowMs), ...toCells(metric, a), ...toCells(metric, b)]),
});
