import { seriesStyle, type Series } from './series.ts';

type Props = { series: Series; cx: number | undefined; cy: number | undefined; isHollow: boolean };

/** A point of a series: a square of `a`, a circle of `b`; hollow where it rests on little. */
export const SeriesDot = ({ series, cx, cy, isHollow }: Props) => {
  if (cx === undefined || cy === undefined || Number.isNaN(cy)) return null;
  const { color } = seriesStyle[series];
  const look = { fill: isHollow ? 'var(--panel)' : color, stroke: color, strokeWidth: 1.4 };
  return series === 'a' ? <rect x={cx - 3} y={cy - 3} width={6} height={6} {...look} /> : <circle cx={cx} cy={cy} r={3.4} {...look} />;
};

/** The same as a key in a line of text. */
export const SeriesKey = ({ series }: { series: Series }) => (
  <svg width={18} height={10} viewBox="0 0 18 10" aria-hidden className="shrink-0">
    <path
      d="M0 5h18"
      stroke={seriesStyle[series].color}
      strokeWidth={seriesStyle[series].strokeWidth}
      strokeDasharray={seriesStyle[series].dash}
    />
    <SeriesDot series={series} cx={9} cy={5} isHollow={false} />
  </svg>
);
