import { placeLabels } from '@/components/charts/place-labels.ts';
import type { ExperimentMetric } from '@/lib/domain/experiment.ts';
import { printEffectUnit, printSignedEffect } from '@/lib/print/metric.ts';

type Props = {
  metric: ExperimentMetric;
  newest: number;
  isMismatch: boolean;
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
export const SequenceLabels = ({ metric, newest, isMismatch, planned, yOf, x, top, bottom }: Props) =>
  placeLabels(
    [
      { y: yOf(newest), text: isMismatch ? 'not valid' : printNewest(metric, newest), isBold: !isMismatch },
      { y: yOf(planned), text: `${printSignedEffect(metric, planned).replace(/\.0(?=$| )/u, '')} planned`, isBold: false },
    ],
    linePx,
    top,
    bottom,
  ).map(({ y, text, isBold }) => (
    <text key={text} x={x} y={y + 4} fontSize={11} fontWeight={isBold ? 600 : 400} fill={isBold ? 'var(--accent)' : 'var(--text3)'}>
      {text}
    </text>
  ));
