'use client';
import { CartesianGrid, ComposedChart, ReferenceLine, Tooltip, XAxis, YAxis } from 'recharts';
import { ChartTooltip } from '@/components/charts/chart-tooltip.tsx';
import { SeriesKey } from '@/components/charts/series-dot.tsx';
import { axisText, type Series } from '@/components/charts/series.ts';
import { pickEvenly } from '@/components/charts/to-ticks.ts';
import type { CohortAnswer } from '@/lib/domain/cohort.ts';
import type { MetricName } from '@/lib/domain/metric.ts';
import { printAxisTick, printMetric } from '@/lib/print/metric.ts';
import { printCounted } from '@/lib/print/number.ts';
import { findLast, printPeriod, toTrendAxis, toTrendRows, type TrendRow } from './to-trend.ts';
import { TrendLabels } from './trend-labels.tsx';
import { TrendSeries } from './trend-series.tsx';

type Props = {
  metric: MetricName;
  trend: CohortAnswer['trend'];
  labels: Record<Series, string>;
  nowMs: number;
  width: number;
  height: number;
};

const axisPx = 56;
const datesPx = 24;
/** The bars of turns, under the lines. */
const barsPx = 28;
const gapPx = 10;
const both = ['a', 'b'] as const;
/** From this width on, there is room for labels at the ends of the lines. */
const wide = 440;
const labelsPx = 130;

const toLines = (metric: MetricName, labels: Record<Series, string>, row: TrendRow) =>
  both.map((series) => ({
    key: series,
    mark: <SeriesKey series={series} />,
    text: `${labels[series]}: ${printMetric(metric, row[series])}, ${printCounted(row[`${series}N`], 'turn')}`,
  }));

/** A metric of both groups period by period, with bands and the number of turns. */
export const TrendPlot = ({ metric, trend, labels, nowMs, width, height }: Props) => {
  const rows = toTrendRows(trend);
  const { low, high, ticks } = toTrendAxis(metric, rows);
  const isWide = width >= wide;
  const [top, right] = isWide ? [12, labelsPx] : [30, 12];
  const plotPx = height - top - datesPx;
  const linesPx = plotPx - barsPx - gapPx;
  const yOf = (value: number) => top + (1 - (value - low) / (high - low)) * linesPx;
  const ends = both.flatMap((series) => {
    const value = findLast(rows, series);
    return value === null ? [] : [{ series, y: yOf(value), name: labels[series], value: printMetric(metric, value) }];
  });
  return (
    <ComposedChart
      width={width}
      height={height}
      data={rows}
      margin={{ top, right, bottom: 0, left: 0 }}
      barGap={1}
      barCategoryGap="30%"
      accessibilityLayer={false}
    >
      <CartesianGrid yAxisId="value" vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="fromMs"
        height={datesPx}
        ticks={pickEvenly(
          rows.filter(({ gapYears }) => gapYears === null).map(({ fromMs }) => fromMs),
          Math.max(2, Math.floor((width - axisPx - right) / 84)),
        )}
        interval={0}
        tickFormatter={(fromMs: number) => printPeriod(fromMs, trend.unit, nowMs)}
        tick={axisText}
        tickLine={false}
        axisLine={{ stroke: 'var(--line)' }}
      />
      <YAxis
        yAxisId="value"
        width={axisPx}
        domain={[low, high]}
        allowDataOverflow={rows.some(({ aBand, bBand }) => Math.max(aBand?.[1] ?? low, bBand?.[1] ?? low) > high)}
        ticks={ticks}
        interval={0}
        padding={{ bottom: barsPx + gapPx }}
        tickFormatter={(value: number) => printAxisTick(metric, value)}
        tick={axisText}
        tickLine={false}
        axisLine={false}
      />
      <YAxis yAxisId="turns" hide width={0} domain={[0, 'dataMax']} padding={{ top: plotPx - barsPx }} />
      <text x={axisPx - 8} y={height - datesPx - 4} textAnchor="end" {...axisText}>
        n
      </text>
      {rows.map(({ fromMs, gapYears }) =>
        gapYears === null ? null : (
          <ReferenceLine
            key={fromMs}
            yAxisId="value"
            x={fromMs}
            stroke="var(--line2)"
            strokeDasharray="2 3"
            label={{ value: `${gapYears} years`, position: 'insideTopLeft', ...axisText }}
          />
        ),
      )}
      <TrendSeries rows={rows} yOf={(value) => Math.max(top, yOf(value))} />
      <TrendLabels ends={ends} x={isWide ? width - right + 10 : null} width={width} top={top + 8} bottom={top + linesPx} />
      <Tooltip
        isAnimationActive={false}
        cursor={{ stroke: 'var(--line2)', fill: 'none' }}
        content={({ active, label }) => {
          const row = active ? rows.find(({ fromMs }) => fromMs === label) : undefined;
          if (!row || row.gapYears !== null) return null;
          return (
            <ChartTooltip
              title={`${trend.unit === 'day' ? '' : `${trend.unit} from `}${printPeriod(row.fromMs, trend.unit, nowMs)}`}
              lines={toLines(metric, labels, row)}
            />
          );
        }}
      />
    </ComposedChart>
  );
};
