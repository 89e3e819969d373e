import { Card } from '@/components/ui/card.tsx';
import { cx } from '@/components/ui/cx.ts';
import type { ExperimentAnalysis, MetricEffect } from '@/lib/domain/experiment.ts';
import {
  getMetricDefinition,
  printEffectUnit,
  printMetric,
  printMetricName,
  printSignedEffect,
  printSignedEffectInterval,
} from '@/lib/print/metric.ts';
import { RandomizedChip } from '../comparison/kind-chips.tsx';

const number = 'px-3 text-right whitespace-nowrap';

type RowProps = { effect: MetricEffect; isPrimary: boolean; isMismatch: boolean };

const EffectRow = ({ effect, isPrimary, isMismatch }: RowProps) => {
  const { metric, control, treatment, effect: value, interval } = effect;
  const isClear = effect.isClear && !isMismatch;
  const { better } = getMetricDefinition(metric);
  const unit = printEffectUnit(metric);
  return (
    <tr className="border-b border-line last:border-b-0">
      <th scope="row" className="sticky left-0 z-1 h-8 bg-panel px-3 text-left font-medium whitespace-nowrap">
        {printMetricName(metric)} <span className="font-normal text-text3">{better === 'higher' ? '↑' : '↓'}</span>
        <span className="sr-only">{better === 'higher' ? ', more is better' : ', less is better'}</span>
        {isPrimary ? <span className="ml-2 text-fact font-normal text-text3">primary</span> : null}
      </th>
      <td className={number}>{printMetric(metric, control?.value ?? null)}</td>
      <td className={number}>{printMetric(metric, treatment?.value ?? null)}</td>
      <td className={cx(number, isClear && 'font-semibold')}>
        {printSignedEffect(metric, value)}
        {unit === 'points' && value !== null ? <span className="font-normal text-text3"> points</span> : null}
      </td>
      <td className={cx(number, 'text-text2')}>{printSignedEffectInterval(metric, interval)}</td>
      <td className={cx(number, isClear ? 'font-medium' : 'text-text3')}>
        {value === null || interval === null ? 'too few' : isMismatch ? 'none: arms differ' : isClear ? '■ clear of zero' : '□ not clear'}
      </td>
    </tr>
  );
};

/** Every metric of both arms, with the interval that holds at every look. */
export const EffectsTable = ({ analysis: { primary, secondary, sampleRatio } }: { analysis: ExperimentAnalysis }) => (
  <Card title="Metrics" mark={<RandomizedChip />} aside="valid at every look; secondary ones after Holm" bodyClassName="overflow-x-auto">
    <table className="w-full min-w-[600px] border-collapse text-table" aria-label="Metrics">
      <thead>
        <tr className="border-b border-line text-text3">
          <th scope="col" className="sticky left-0 z-1 h-8 bg-panel px-3 text-left font-normal">
            Per turn
          </th>
          {['Control', 'Treatment', 'Effect', '95 % interval', 'Evidence'].map((head) => (
            <th key={head} scope="col" className={`${number} font-normal`}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <EffectRow effect={primary} isPrimary isMismatch={sampleRatio?.isMismatch === true} />
        {secondary.map((effect) => (
          <EffectRow key={effect.metric} effect={effect} isPrimary={false} isMismatch={sampleRatio?.isMismatch === true} />
        ))}
      </tbody>
    </table>
  </Card>
);
