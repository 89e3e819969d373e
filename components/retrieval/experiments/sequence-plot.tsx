'use client';
import { Area, CartesianGrid, ComposedChart, Line, ReferenceLine, Tooltip, XAxis, YAxis } from 'recharts';
import { ChartTooltip } from '@/components/charts/chart-tooltip.tsx';
import { SeriesDot } from '@/components/charts/series-dot.tsx';
import { axisText, bandOpacity } from '@/components/charts/series.ts';
import { toTicks } from '@/components/charts/to-ticks.ts';
import type { ExperimentAnalysis, ExperimentMetric } from '@/lib/domain/experiment.ts';
import { printSignedEffect, printEffectInterval } from '@/lib/print/metric.ts';
import { printCounted } from '@/lib/print/number.ts';
import { printDayClock } from '@/lib/print/time.ts';
import { SequenceLabels } from './sequence-labels.tsx';
import { toSequenceAxis, toSequenceRows } from './to-sequence.ts';

type Props = {
  metric: ExperimentMetric;
  /** With the sign of the better direction. */
  planned: number;
  looks: ExperimentAnalysis['looks'];
  /** The split is broken: what is drawn is no result, and looks like none. */
  isMismatch: boolean;
  nowMs: number;
  width: number;
  height: number;
};

const axisPx = 48;
const [topPx, sessionsPx, labelsPx] = [10, 38, 92];
const still = { isAnimationActive: false, activeDot: false, legendType: 'none' } as const;

/** The effect look by look, with the interval that holds at every one of them. */
export const SequencePlot = ({ metric, planned, looks, isMismatch, nowMs, width, height }: Props) => {
  const rows = toSequenceRows(looks);
  const color = isMismatch ? 'var(--text3)' : 'var(--accent)';
  const { low, high, ticks } = toSequenceAxis(looks, Math.abs(planned));
  const most = rows.at(-1)?.sessions ?? 1;
  const across = toTicks([0, most], Math.max(2, Math.floor(width / 110))).ticks.filter((tick) => tick <= most);
  const yOf = (value: number) => topPx + (1 - (value - low) / (high - low)) * (height - topPx - sessionsPx);
  return (
    <ComposedChart
      width={width}
      height={height}
      data={rows}
      margin={{ top: topPx, right: labelsPx, bottom: 0, left: 0 }}
      accessibilityLayer={false}
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="sessions"
        type="number"
        height={sessionsPx}
        domain={[0, most]}
        ticks={across}
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
      <Area {...still} dataKey="band" stroke={color} strokeWidth={1} strokeOpacity={0.6} fill={color} fillOpacity={bandOpacity} />
      <ReferenceLine y={0} stroke="var(--line2)" />
      <ReferenceLine y={planned} stroke="var(--text3)" strokeDasharray="2 3" />
      <Line
        {...still}
        dataKey="effect"
        stroke={color}
        strokeWidth={isMismatch ? 1.5 : 2}
        strokeDasharray={isMismatch ? '5 3' : undefined}
        dot={({ cx, cy, index }) =>
          index === rows.length - 1 && !isMismatch ? (
            <SeriesDot key={index} series="b" cx={cx} cy={cy} isHollow={false} />
          ) : (
            <g key={index} />
          )
        }
      />
      <SequenceLabels
        metric={metric}
        newest={rows.at(-1)?.effect ?? 0}
        isMismatch={isMismatch}
        planned={planned}
        yOf={yOf}
        x={width - labelsPx + 8}
        top={topPx}
        bottom={height - sessionsPx}
      />
      <Tooltip
        isAnimationActive={false}
        cursor={{ stroke: 'var(--line2)' }}
        content={({ active, label }) => {
          const row = active ? rows.find(({ sessions }) => sessions === label) : undefined;
          if (!row) return null;
          const interval = row.band && { low: row.band[0], high: row.band[1] };
          const lines = [
            { key: 'effect', text: `effect ${printSignedEffect(metric, row.effect)}${isMismatch ? ', not valid' : ''}` },
            { key: 'interval', text: `95 %: ${printEffectInterval(metric, interval)}` },
          ];
          return <ChartTooltip title={`${printCounted(row.sessions, 'session')}, ${printDayClock(row.atMs, nowMs)}`} lines={lines} />;
        }}
      />
    </ComposedChart>
  );
};
