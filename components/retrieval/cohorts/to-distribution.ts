import type { ChartData } from '@/components/charts/chart-data.ts';
import type { CohortAnswer } from '@/lib/domain/cohort.ts';
import type { MetricName } from '@/lib/domain/metric.ts';
import { getMetricDefinition, printAxisTick } from '@/lib/print/metric.ts';
import { printShare } from '@/lib/print/percent.ts';

type Bins = CohortAnswer['distribution'];

/** A bin with the shares of each group's turns that lie in it, 0 to 1; null for a group without any. */
export type DistributionRow = { label: string; a: number | null; b: number | null; aN: number; bN: number };

/** From here down, a bin is open. */
const noLowerEnd = -1e9;

/** `no`, `yes` of a share; a single count; else `5–10`; the last bin is open. */
const toLabel = (metric: MetricName, { from, to }: Bins[number], isLast: boolean): string => {
  const { unit } = getMetricDefinition(metric);
  if (unit === 'share') return from > 0 ? 'yes' : 'no';
  if (from <= noLowerEnd) return `< ${printAxisTick(metric, to)}`;
  if (isLast) return `≥ ${printAxisTick(metric, from)}`;
  if (unit === 'count' && to - from === 1) return printAxisTick(metric, from);
  return `${printAxisTick(metric, from)}–${printAxisTick(metric, to)}`;
};

export const toDistributionRows = (metric: MetricName, bins: Bins): DistributionRow[] => {
  const [totalA, totalB] = [bins.reduce((sum, { a }) => sum + a, 0), bins.reduce((sum, { b }) => sum + b, 0)];
  return bins.map((bin, index) => ({
    label: toLabel(metric, bin, index === bins.length - 1),
    a: totalA === 0 ? null : bin.a / totalA,
    b: totalB === 0 ? null : bin.b / totalB,
    aN: bin.a,
    bN: bin.b,
  }));
};

/** Bin by bin: turns and shares of both groups. */
export const toDistributionData = (rows: readonly DistributionRow[], name: string, labels: { a: string; b: string }): ChartData => ({
  columns: [name, ...[labels.a, labels.b].flatMap((group) => ['turns', 'share'].map((label) => ({ group, label })))],
  rows: rows.map(({ label, a, aN, b, bN }) => [
    label,
    { value: aN, text: String(aN) },
    { value: a, text: printShare(a, 1) },
    { value: bN, text: String(bN) },
    { value: b, text: printShare(b, 1) },
  ]),
});
