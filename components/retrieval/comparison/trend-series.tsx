'use client';
import { Area, Bar, Line } from 'recharts';
import { SeriesDot } from '@/components/charts/series-dot.tsx';
import { bandOpacity, fewTurns, seriesStyle } from '@/components/charts/series.ts';
import type { TrendRow } from './to-trend.ts';

const both = ['a', 'b'] as const;
const still = { isAnimationActive: false, legendType: 'none', activeDot: false } as const;

/** Bars of turns, bands, then lines: what matters most lies on top. */
export const TrendSeries = ({ rows }: { rows: readonly TrendRow[] }) => (
  <>
    {both.map((series) => (
      <Bar
        key={`n ${series}`}
        isAnimationActive={false}
        yAxisId="turns"
        dataKey={`${series}N`}
        fill={seriesStyle[series].bar}
        maxBarSize={8}
        activeBar={false}
      />
    ))}
    {both.map((series) => (
      <Area
        key={`band ${series}`}
        {...still}
        yAxisId="value"
        dataKey={`${series}Band`}
        stroke="none"
        fill={seriesStyle[series].color}
        fillOpacity={bandOpacity}
      />
    ))}
    {both.map((series) => (
      <Line
        key={series}
        {...still}
        yAxisId="value"
        dataKey={series}
        stroke={seriesStyle[series].color}
        strokeWidth={seriesStyle[series].strokeWidth}
        strokeDasharray={seriesStyle[series].dash}
        dot={({ cx, cy, index }) => (
          <SeriesDot key={index} series={series} cx={cx} cy={cy} isHollow={(rows[index]?.[`${series}N`] ?? 0) < fewTurns} />
        )}
      />
    ))}
  </>
);
