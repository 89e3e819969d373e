'use client';
import { Area, Bar, Line } from 'recharts';
import { SeriesDot } from '@/components/charts/series-dot.tsx';
import { bandOpacity, fewTurns, seriesStyle, type Series } from '@/components/charts/series.ts';
import type { TrendRow } from './to-trend.ts';

const both = ['a', 'b'] as const;
const still = { isAnimationActive: false, legendType: 'none', activeDot: false } as const;

/** The band of a point that no neighbor continues has no width; null: it is drawn with the others. */
const findLoneBand = (rows: readonly TrendRow[], index: number, series: Series): [low: number, high: number] | null =>
  rows[index - 1]?.[`${series}Band`] || rows[index + 1]?.[`${series}Band`] ? null : (rows[index]?.[`${series}Band`] ?? null);

type Props = { rows: readonly TrendRow[]; yOf: (value: number) => number };

/** Bars of turns, bands, then lines: what matters most lies on top. Where nothing is known, they have a gap. */
export const TrendSeries = ({ rows, yOf }: Props) => (
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
        dot={({ cx, cy, index }) => {
          const band = findLoneBand(rows, index, series);
          return (
            <g key={index}>
              {band ? <path d={`M${cx} ${yOf(band[0])}V${yOf(band[1])}`} stroke={seriesStyle[series].color} strokeOpacity={0.5} /> : null}
              <SeriesDot series={series} cx={cx} cy={cy} isHollow={(rows[index]?.[`${series}N`] ?? 0) < fewTurns} />
            </g>
          );
        }}
      />
    ))}
  </>
);
