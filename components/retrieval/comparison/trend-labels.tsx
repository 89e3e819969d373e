import { placeLabels } from '@/components/charts/place-labels.ts';
import { SeriesDot } from '@/components/charts/series-dot.tsx';
import { seriesStyle, type Series } from '@/components/charts/series.ts';
import { clipText } from '@/lib/print/cut-text.ts';

/** `y`: where the line of the series ends. */
export type TrendEnd = { series: Series; y: number; name: string; value: string };

const maxChars = 16;
const twoLinesPx = 28;

type Props = {
  ends: readonly TrendEnd[];
  /** Where lines end; null: no room there, so the labels stand above them. */ x: number | null;
  /** Width of the whole chart. */ width: number;
  top: number;
  bottom: number;
};

const charPx = 7.2;

/** Names of the series at the ends of their lines, with their last value; above the lines where there is no room. */
export const TrendLabels = ({ ends, x, width, top, bottom }: Props) =>
  x === null
    ? ends.map(({ series, name, value }, index) => (
        <g key={series} transform={`translate(${index * (width / 2)} 0)`}>
          <SeriesDot series={series} cx={16} cy={11} isHollow={false} />
          <text x={26} y={15} fontSize={11} fontWeight={600} fill={seriesStyle[series].color}>
            {clipText(name, Math.max(6, Math.floor((width / 2 - 30) / charPx) - value.length - 1))} {value}
          </text>
        </g>
      ))
    : placeLabels(ends, twoLinesPx, top, bottom - twoLinesPx / 2).map(({ series, y, name, value }) => (
        <text key={series} y={y} fontSize={11} fontWeight={600} fill={seriesStyle[series].color}>
          <tspan x={x}>{clipText(name, maxChars)}</tspan>
          <tspan x={x} dy={13}>
            {value}
          </tspan>
        </text>
      ));
