'use client';
import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import { ChartTooltip } from '@/components/charts/chart-tooltip.tsx';
import { axisText } from '@/components/charts/series.ts';
import { toTicks } from '@/components/charts/to-ticks.ts';
import { confidenceLevels, type ConfidenceLevel } from '@/lib/domain/summary.ts';
import { clipText } from '@/lib/print/cut-text.ts';
import { printCounted } from '@/lib/print/number.ts';
import type { ConfidenceRow } from './to-confidence-data.ts';

type Props = {
  rows: readonly ConfidenceRow[];
  what: 'confidence' | 'steps';
  width: number;
  height: number;
  /** By project or model. */ isNamed: boolean;
};

/** Those of `ConfidenceMark`, from the surest, at the foot of a bar. Edges tell neighbors apart without color. */
const colors: Record<ConfidenceLevel, string> = { High: 'var(--good)', Medium: 'var(--med)', Low: 'var(--high)', Unknown: 'var(--text3)' };

/** Sizes of the names beside the bars. */
const [maxNamePx, charPx] = [190, 6.2];

const printLines = (row: ConfidenceRow, what: Props['what']): string[] =>
  row.total === 0
    ? ['No turns']
    : what === 'steps'
      ? [`${row.steps} calls a turn`, printCounted(row.total, 'turn')]
      : confidenceLevels.filter((level) => row[level] > 0).map((level) => `${level}: ${row[level]}`);

/** Summaries by confidence, or the average number of calls, one bar for each group. */
export const ConfidencePlot = ({ rows, what, width, height, isNamed }: Props) => {
  const values = rows.map(({ total, steps }) => (what === 'steps' ? (steps ?? 0) : total));
  const { high, ticks } = toTicks([0, ...values], 4, { low: 0, isWhole: what === 'confidence' });
  const namePx = Math.min(maxNamePx, width / 2);
  return (
    <BarChart
      width={width}
      height={height}
      data={[...rows]}
      layout={isNamed ? 'vertical' : 'horizontal'}
      margin={{ top: 12, right: 12, bottom: 4, left: 0 }}
      barCategoryGap="22%"
      accessibilityLayer={false}
    >
      <CartesianGrid vertical={isNamed} horizontal={!isNamed} stroke="var(--line)" />
      {isNamed ? (
        <>
          <YAxis
            type="category"
            dataKey="name"
            width={namePx}
            interval={0}
            tick={axisText}
            tickFormatter={(name: string) => clipText(name, Math.floor(namePx / charPx))}
            tickLine={false}
            axisLine={{ stroke: 'var(--line2)' }}
          />
          <XAxis
            type="number"
            height={24}
            domain={[0, high]}
            ticks={ticks}
            interval={0}
            tick={axisText}
            tickLine={false}
            axisLine={false}
          />
        </>
      ) : (
        <>
          <XAxis
            dataKey="name"
            height={24}
            interval="equidistantPreserveStart"
            tick={axisText}
            tickLine={false}
            axisLine={{ stroke: 'var(--line2)' }}
          />
          <YAxis width={40} domain={[0, high]} ticks={ticks} interval={0} tick={axisText} tickLine={false} axisLine={false} />
        </>
      )}
      {what === 'steps' ? (
        <Bar dataKey="steps" fill="var(--accent)" isAnimationActive={false} activeBar={false} maxBarSize={36} />
      ) : (
        confidenceLevels.map((level) => (
          <Bar
            key={level}
            dataKey={level}
            stackId="all"
            fill={colors[level]}
            stroke="var(--panel)"
            strokeWidth={1}
            isAnimationActive={false}
            activeBar={false}
            maxBarSize={36}
          />
        ))
      )}
      <Tooltip
        isAnimationActive={false}
        cursor={{ fill: 'var(--hover)' }}
        content={({ active, label }) => {
          const row = active ? rows.find(({ name }) => name === label) : undefined;
          return row ? <ChartTooltip title={row.name} lines={printLines(row, what).map((text) => ({ key: text, text }))} /> : null;
        }}
      />
    </BarChart>
  );
};
