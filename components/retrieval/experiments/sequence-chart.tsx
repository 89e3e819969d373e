'use client';
import dynamic from 'next/dynamic';
import { ChartFrame } from '@/components/charts/chart-frame.tsx';
import { useNow } from '@/components/hooks/use-now.ts';
import type { ExperimentAnalysis } from '@/lib/domain/experiment.ts';
import { getMetricDefinition, printEffectUnit, printMetricName } from '@/lib/print/metric.ts';
import { findFault } from './experiment-words.ts';
import { toSequenceData } from './to-sequence.ts';

// The chart library loads with the first chart, so other pages do without.
const SequencePlot = dynamic(() => import('./sequence-plot.tsx').then((module) => module.SequencePlot), { ssr: false });

type Props = { analysis: ExperimentAnalysis; height: number; title?: string; className?: string };

/** How the effect narrowed down while sessions came in. */
export const SequenceChart = ({ analysis, height, title, className }: Props) => {
  const nowMs = useNow() ?? 0;
  const { looks } = analysis;
  const { primaryMetric: metric, smallestEffect } = analysis.experiment;
  const { better } = getMetricDefinition(metric);
  const unit = printEffectUnit(metric);
  const fault = findFault(analysis);
  return (
    <ChartFrame
      id="sequence"
      title={title ?? `Effect on ${printMetricName(metric).toLowerCase()}`}
      about={fault !== null ? `not valid: ${fault}` : `difference ${unit === 'per turn' ? unit : `in ${unit}`}, always valid 95 %`}
      height={height}
      data={toSequenceData(metric, looks, nowMs)}
      className={className}
    >
      {(width) =>
        looks.length === 0 ? (
          <p className="p-3 text-table text-text2">
            Nothing to draw yet: the effect is computed once both arms have sessions whose outcome is known.
          </p>
        ) : (
          <SequencePlot
            metric={metric}
            planned={better === 'higher' ? smallestEffect : -smallestEffect}
            looks={looks}
            isMismatch={fault !== null}
            nowMs={nowMs}
            width={width}
            height={height}
          />
        )
      }
    </ChartFrame>
  );
};
