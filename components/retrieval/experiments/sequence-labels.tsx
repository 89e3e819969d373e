import { placeLabels } from '@/components/charts/place-labels.ts';
import type { ExperimentMetric } from '@/lib/domain/experiment.ts';
import { printEffectUnit, printSignedEffect } from '@/lib/print/metric.ts';

type Props = {
  metric: ExperimentMetric;
  newest: number;
  planned: number;
  yOf: (value: number) => number;
  x: number;
  top: number;
  bottom: number;
};

const linePx = 14;

/** `+3.6 points`; a relative change has its unit already. */
const printNewest = (metric: ExperimentMetric, effect: number): string => {
  const unit = printEffectUnit(metric);
  return unit === 'points' ? `${printSignedEffect(metric, effect)} ${unit}` : printSignedEffect(metric, effect);
};

/** The newest effect and the planned one, beside the plot. */
export const SequenceLabels = ({ metric, newest, planned, yOf, x, top, bottom }: Props) =>
  placeLabels(
    [
      { y: yOf(newest), text: printNewest(metric, newest), isPlan: false },
      { y: yOf(planned), text: `${printSignedEffect(metric, planned).replace(/\.0(?=$| )/u, '')} planned`, isPlan: true },
    ],
    linePx,
    top,
    bottom,
  ).map(({ y, text, isPlan }) => (
    <text key={text} x={x} y={y + 4} fontSize={11} fontWeight={isPlan ? 400 : 600} fill={isPlan ? 'var(--text3)' : 'var(--accent)'}>
      {text}
    </text>
  ));
