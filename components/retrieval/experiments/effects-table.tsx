import { Card } from '@/components/ui/card.tsx';
import { cx } from '@/components/ui/cx.ts';
import type { ExperimentAnalysis, MetricEffect } from '@/lib/domain/experiment.ts';
import {
  getMetricDefinition,
  printEffectUnit,
  printEstimate,
  printMetricName,
  printSignedEffect,
  printEffectInterval,
} from '@/lib/print/metric.ts';
import { RandomizedChip } from '../comparison/kind-chips.tsx';
import { stacked } from '../comparison/stacked.ts';
import { findFault } from './experiment-words.ts';

const number = 'px-3 text-right whitespace-nowrap';

/** On a phone below the values of both arms. */
const evidence = `${stacked.wide} max-sm:text-left`;

/** `fault`: why nothing is valid. */
type RowProps = { effect: MetricEffect; isPrimary: boolean; fault: string | null };

const EffectRow = ({ effect, isPrimary, fault }: RowProps) => {
  const { metric, control, treatment, atLeast, effect: value, interval } = effect;
  const isMismatch = fault !== null || effect.isMissingUneven;
  const isClear = effect.isClear && !isMismatch;
  const { better } = getMetricDefinition(metric);
  const unit = printEffectUnit(metric);
  return (
    <tr className={`border-b border-line last:border-b-0 ${stacked.row}`}>
      <th scope="row" className={`sticky left-0 z-1 h-8 bg-panel px-3 text-left font-medium whitespace-nowrap ${stacked.name}`}>
        {printMetricName(metric)} <span className="font-normal text-text3">{better === 'higher' ? '↑' : '↓'}</span>
        <span className="sr-only">{better === 'higher' ? ', more is better' : ', less is better'}</span>
        {isPrimary ? <span className="ml-2 text-fact font-normal text-text3">primary</span> : null}
      </th>
      <td className={number}>{printEstimate(metric, control, atLeast.control)}</td>
      <td className={number}>{printEstimate(metric, treatment, atLeast.treatment)}</td>
      <td className={cx(number, isClear && 'font-semibold', isMismatch && 'text-text3')}>
        {printSignedEffect(metric, value)}
        {unit === 'points' && value !== null ? <span className="font-normal text-text3"> points</span> : null}
      </td>
      <td className={cx(number, stacked.last, isMismatch ? 'text-text3' : 'text-text2')}>{printEffectInterval(metric, interval)}</td>
      <td className={cx(number, evidence, isClear ? 'font-medium' : 'text-text3')}>
        {value === null || interval === null
          ? 'too few'
          : isMismatch
            ? `not valid: ${fault ?? 'it depends on the arm what is unknown'}`
            : isClear
              ? '■ clear of zero'
              : '□ not clear'}
      </td>
    </tr>
  );
};

const heads = [['Control'], ['Treatment'], ['Effect'], ['95 % interval', stacked.last], ['Evidence', evidence]] as const;

/** Every metric of both arms, with the interval that holds at every look. */
export const EffectsTable = ({ analysis }: { analysis: ExperimentAnalysis }) => (
  <Card title="Metrics" mark={<RandomizedChip />} aside="valid at every look; secondary ones after Holm" bodyClassName="overflow-x-auto">
    <table className={`w-full border-collapse text-table sm:min-w-[600px] ${stacked.block}`} aria-label="Metrics">
      <thead className={stacked.block}>
        <tr className={`border-b border-line text-text3 ${stacked.row}`}>
          <th scope="col" className="sticky left-0 z-1 h-8 bg-panel px-3 text-left font-normal max-sm:hidden">
            Per turn
          </th>
          {heads.map(([head, place]) => (
            <th key={head} scope="col" className={cx(number, 'font-normal', place)}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={stacked.block}>
        <EffectRow effect={analysis.primary} isPrimary fault={findFault(analysis)} />
        {analysis.secondary.map((effect) => (
          <EffectRow key={effect.metric} effect={effect} isPrimary={false} fault={findFault(analysis)} />
        ))}
      </tbody>
    </table>
  </Card>
);
