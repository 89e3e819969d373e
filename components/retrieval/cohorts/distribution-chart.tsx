'use client';
import dynamic from 'next/dynamic';
import { ChartFrame } from '@/components/charts/chart-frame.tsx';
import type { CohortAnswer } from '@/lib/domain/cohort.ts';
import type { MetricName } from '@/lib/domain/metric.ts';
import { printMetricName } from '@/lib/print/metric.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { BarKey } from './bar-key.tsx';
import { toDistributionData, toDistributionRows } from './to-distribution.ts';

// The chart library loads with the first chart, so other pages do without.
const DistributionPlot = dynamic(() => import('./distribution-plot.tsx').then((module) => module.DistributionPlot), { ssr: false });

type Props = { answer: CohortAnswer; metric: MetricName; height: number };

/** How a metric is spread over the turns of both groups. */
export const DistributionChart = ({ answer: { a, b, distribution }, metric, height }: Props) => {
  const labels = { a: toVisibleText(a.label), b: toVisibleText(b.label) };
  const name = printMetricName(metric);
  const rows = toDistributionRows(metric, distribution);
  const isEmpty = rows.every(({ aN, bN }) => aN + bN === 0);
  return (
    <ChartFrame
      id="distribution"
      title="Distribution"
      mark={
        <span className="flex min-w-0 items-center gap-2 text-fact text-text2">
          {(['a', 'b'] as const).map((series) => (
            <span key={series} className="flex min-w-0 items-center gap-1">
              <BarKey series={series} />
              <span className="truncate">{labels[series]}</span>
            </span>
          ))}
        </span>
      }
      about="share of each group’s turns"
      height={height}
      data={toDistributionData(rows, name, labels)}
    >
      {(width) =>
        isEmpty ? (
          <p className="p-3 text-table text-text2">No turn in either group has a known value.</p>
        ) : (
          <DistributionPlot rows={rows} name={name} labels={labels} width={width} height={height} />
        )
      }
    </ChartFrame>
  );
};
