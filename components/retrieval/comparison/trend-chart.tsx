'use client';
import dynamic from 'next/dynamic';
import { ChartFrame } from '@/components/charts/chart-frame.tsx';
import { useNow } from '@/components/hooks/use-now.ts';
import type { CohortAnswer } from '@/lib/domain/cohort.ts';
import type { MetricName } from '@/lib/domain/metric.ts';
import { getMetricDefinition, printKnown } from '@/lib/print/metric.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { toTrendData } from './to-trend.ts';

// The chart library loads with the first chart, so other pages do without.
const TrendPlot = dynamic(() => import('./trend-plot.tsx').then((module) => module.TrendPlot), { ssr: false });

type Props = { answer: CohortAnswer; metric: MetricName; height: number; className?: string };

/** A metric of both groups over time. */
export const TrendChart = ({ answer: { a, b, trend }, metric, height, className }: Props) => {
  const nowMs = useNow() ?? 0;
  const labels = { a: toVisibleText(a.label), b: toVisibleText(b.label) };
  return (
    <ChartFrame
      id="trend"
      title={`${getMetricDefinition(metric).label} by ${trend.unit}`}
      about="bands 95 %, ○ fewer than 10 turns, n turns"
      height={height}
      data={toTrendData(metric, trend, labels, nowMs)}
      className={className}
    >
      {(width) =>
        trend.points.every((point) => point.a === null && point.b === null) ? (
          <p className="p-3 text-table text-text2">
            {trend.points.length === 0
              ? 'No turn in either group has a known time.'
              : `No turn with a known time has ${printKnown(metric)}, so there is nothing to draw over time.`}
          </p>
        ) : (
          <TrendPlot metric={metric} trend={trend} labels={labels} nowMs={nowMs} width={width} height={height} />
        )
      }
    </ChartFrame>
  );
};
