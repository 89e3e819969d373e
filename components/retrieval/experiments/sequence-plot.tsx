'use client';
import { Area, CartesianGrid, ComposedChart, Line, ReferenceLine, Tooltip, XAxis, YAxis } from 'recharts';
import { ChartTooltip } from '@/components/charts/chart-tooltip.tsx';
import { SeriesDot } from '@/components/charts/series-dot.tsx';
import { axisText, bandOpacity } from '@/components/charts/series.ts';
import { toTicks } from '@/components/charts/to-ticks.ts';
import type { ExperimentAnalysis, ExperimentMetric } from '@/lib/domain/experiment.ts';
import { printSignedEffect, printSignedEffectInterval, printSmallestEffect } from '@/lib/print/metric.ts';
import { printCounted } from '@/lib/print/number.ts';
import { printDayClock } from '@/lib/print/time.ts';
import { toSequenceAxis, toSequenceRows } from './to-sequence.ts';

type Props = {
  metric: ExperimentMetric;
  /** With the sign of the better direction. */
  planned: number;
  looks: ExperimentAnalysis['looks'];
  nowMs: number;
  width: number;
  height: number;
};

const axisPx = 48;
const still = { isAnimationActive: false, activeDot: false, legendType: 'none' } as const;

/** The effect look by look, with the interval that holds at every one of them. */
export const SequencePlot = ({ metric, planned, looks, nowMs, width, height }: Props) => {
  const rows = toSequenceRows(looks);
  const { low, high, ticks } = toSequenceAxis(looks, Math.abs(planned));
  const across = toTicks([0, ...rows.map(({ sessions }) => sessions)], Math.max(2, Math.floor(width / 110)));
  return (
    <ComposedChart width={width} height={height} data={rows} margin={{ top: 10, right: 16, bottom: 0, left: 0 }} accessibilityLayer={false}>
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="sessions"
        type="number"
        height={38}
        domain={[0, rows.at(-1)?.sessions ?? 1]}
        ticks={across.ticks}
        interval="preserveStartEnd"
        tick={axisText}
        tickLine={false}
        axisLine={{ stroke: 'var(--line)' }}
        label={{ value: 'sessions assigned', position: 'insideBottom', offset: 2, ...axisText }}
      />
      <YAxis
        width={axisPx}
        domain={[low, high]}
        ticks={ticks}
        interval={0}
        allowDataOverflow
        tickFormatter={(value: number) => printSignedEffect(metric, value).replace(/\.0(?=$| )/u, '')}
        tick={axisText}
        tickLine={false}
        axisLine={false}
      />
      <Area
        {...still}
        dataKey="band"
        stroke="var(--accent)"
        strokeWidth={1}
        strokeOpacity={0.6}
        fill="var(--accent)"
        fillOpacity={bandOpacity}
      />
      <ReferenceLine y={0} stroke="var(--line2)" />
      <ReferenceLine
        y={planned}
        stroke="var(--text3)"
        strokeDasharray="2 3"
        label={{ value: `planned ${printSmallestEffect(metric, Math.abs(planned))}`, position: 'insideTopRight', offset: 4, ...axisText }}
      />
      <Line
        {...still}
        dataKey="effect"
        stroke="var(--accent)"
        strokeWidth={2}
        dot={({ cx, cy, index }) =>
          index === rows.length - 1 ? <SeriesDot key={index} series="b" cx={cx} cy={cy} isHollow={false} /> : <g key={index} />
        }
      />
      <Tooltip
        isAnimationActive={false}
        cursor={{ stroke: 'var(--line2)' }}
        content={({ active, label }) => {
          const row = active ? rows.find(({ sessions }) => sessions === label) : undefined;
          if (!row) return null;
          const interval = row.band && { low: row.band[0], high: row.band[1] };
          const lines = [
            { key: 'effect', text: `effect ${printSignedEffect(metric, row.effect)}` },
            { key: 'interval', text: `95 %: ${printSignedEffectInterval(metric, interval)}` },
          ];
          return <ChartTooltip title={`${printCounted(row.sessions, 'session')}, ${printDayClock(row.atMs, nowMs)}`} lines={lines} />;
        }}
      />
    </ComposedChart>
  );
};
