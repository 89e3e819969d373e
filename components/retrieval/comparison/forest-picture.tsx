import type { Ref } from 'react';
import type { MetricComparison } from '@/lib/domain/cohort.ts';
import { printComparedDifference } from '@/lib/metrics/comparison-words.ts';
import { getMetricDefinition, printMetric, printRelative } from '@/lib/print/metric.ts';
import { ForestMark } from './forest-cell.tsx';
import { toForestPlace } from './to-forest.ts';

const [width, rowPx, plotPx, plotFrom] = [772, 26, 300, 456];
const text = { fontSize: 11, fill: 'var(--text2)' } as const;

type Props = { ref: Ref<SVGSVGElement>; metrics: readonly MetricComparison[]; limit: number; labels: { a: string; b: string } };

/** The comparison with its forest plot as one picture, for the PNG; the page shows both as a table. */
export const ForestPicture = ({ ref, metrics, limit, labels }: Props) => {
  const height = (metrics.length + 2) * rowPx;
  const xOf = (place: number) => plotFrom + ((place + 1) / 2) * plotPx;
  const yOf = (row: number) => (row + 0.5) * rowPx;
  return (
    <svg ref={ref} width={width} height={height}>
      {[labels.a, labels.b, 'Difference'].map((label, index) => (
        <text key={label} x={200 + index * 100} y={yOf(0) + 4} textAnchor="end" {...text}>
          {label}
        </text>
      ))}
      <text x={xOf(-1)} y={yOf(0) + 4} {...text}>
        ← worse
      </text>
      <text x={xOf(1)} y={yOf(0) + 4} textAnchor="end" {...text}>
        better →
      </text>
      {[-0.5, 0, 0.5].map((place) => (
        <g key={place}>
          <line x1={xOf(place)} x2={xOf(place)} y1={rowPx} y2={height - rowPx} stroke={place === 0 ? 'var(--line2)' : 'var(--line)'} />
          <text x={xOf(place)} y={height - rowPx / 2 + 4} textAnchor="middle" {...text}>
            {printRelative(place * limit)}
          </text>
        </g>
      ))}
      {metrics.map((compared, index) => {
        const { metric, a, b, atLeast, isClear } = compared;
        const place = toForestPlace(compared, limit);
        const y = yOf(index + 1);
        return (
          <g key={metric}>
            <text x={0} y={y + 4} {...text} fontWeight={600}>
              {getMetricDefinition(metric).label}
            </text>
            {[
              printMetric(metric, a?.value ?? null, atLeast.a),
              printMetric(metric, b?.value ?? null, atLeast.b),
              printComparedDifference(compared),
            ].map((value, column) => (
              <text key={column} x={200 + column * 100} y={y + 4} textAnchor="end" {...text}>
                {value}
              </text>
            ))}
            {place ? (
              <>
                <line x1={xOf(place.low)} x2={xOf(place.high)} y1={y} y2={y} stroke="var(--text2)" strokeWidth={1.6} />
                <g transform={`translate(${xOf(place.value)} ${y})`}>
                  <ForestMark place={place} isClear={isClear} />
                </g>
              </>
            ) : null}
          </g>
        );
      })}
    </svg>
  );
};
