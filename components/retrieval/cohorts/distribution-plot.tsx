'use client';
import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import { ChartTooltip } from '@/components/charts/chart-tooltip.tsx';
import { axisText, type Series } from '@/components/charts/series.ts';
import { toTicks } from '@/components/charts/to-ticks.ts';
import { printCounted } from '@/lib/print/number.ts';
import { printShare } from '@/lib/print/percent.ts';
import { BarKey, barLook } from './bar-key.tsx';
import type { DistributionRow } from './to-distribution.ts';

type Props = { rows: readonly DistributionRow[]; name: string; labels: Record<Series, string>; width: number; height: number };

const both = ['a', 'b'] as const;

/** Shares of the turns of each group, bin by bin. */
export const DistributionPlot = ({ rows, name, labels, width, height }: Props) => {
  const { high, ticks } = toTicks([0, ...rows.flatMap(({ a, b }) => [a ?? 0, b ?? 0])], 4, { low: 0, high: 1 });
  return (
    <BarChart
      width={width}
      height={height}
      data={[...rows]}
      margin={{ top: 12, right: 12, bottom: 0, left: 0 }}
      barGap={2}
      barCategoryGap="22%"
      accessibilityLayer={false}
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="label"
        height={40}
        interval="equidistantPreserveStart"
        tick={axisText}
        tickLine={false}
        axisLine={{ stroke: 'var(--line2)' }}
        label={{ value: name, position: 'insideBottom', offset: 2, ...axisText }}
      />
      <YAxis
        width={48}
        domain={[0, high]}
        ticks={ticks}
        interval={0}
        tickFormatter={(value: number) => `${Math.round(value * 100)} %`}
        tick={axisText}
        tickLine={false}
        axisLine={false}
      />
      {both.map((series) => (
        <Bar key={series} dataKey={series} isAnimationActive={false} activeBar={false} maxBarSize={28} {...barLook[series]} />
      ))}
      <Tooltip
        isAnimationActive={false}
        cursor={{ fill: 'var(--hover)' }}
        content={({ active, label }) => {
          const row = active ? rows.find((one) => one.label === label) : undefined;
          if (!row) return null;
          const lines = both.map((series) => ({
            key: series,
            mark: <BarKey series={series} />,
            text: `${labels[series]}: ${printShare(row[series], 1)}, ${printCounted(row[`${series}N`], 'turn')}`,
          }));
          return <ChartTooltip title={`${name}: ${row.label}`} lines={lines} />;
        }}
      />
    </BarChart>
  );
};
