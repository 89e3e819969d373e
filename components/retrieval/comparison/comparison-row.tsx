import { cx } from '@/components/ui/cx.ts';
import type { MetricComparison } from '@/lib/domain/cohort.ts';
import { printComparedDifference, printComparedInterval } from '@/lib/metrics/comparison-words.ts';
import { getMetricDefinition, printEstimate } from '@/lib/print/metric.ts';
import { printCounted } from '@/lib/print/number.ts';
import { ForestCell } from './forest-cell.tsx';
import { stacked } from './stacked.ts';
import { toForestPlace } from './to-forest.ts';

const number = 'px-3 text-right whitespace-nowrap';

const about = ({ a, b, pValue, isClear }: MetricComparison): string =>
  [
    `${printCounted(a?.n ?? 0, 'turn')} in ${printCounted(a?.clusters ?? 0, 'session')} against ${printCounted(b?.n ?? 0, 'turn')} in ${printCounted(b?.clusters ?? 0, 'session')}`,
    pValue === null ? 'too few to compare' : `p = ${pValue < 0.001 ? '<0.001' : pValue.toFixed(3)}`,
    ...(isClear ? ['clear of zero'] : []),
  ].join(', ');

/** `limit`: the relative change at the ends of the forest plot; null: there is none. */
type Props = { compared: MetricComparison; limit: number | null; isPrimary: boolean };

/** A metric of both groups with its place in the forest plot. */
export const ComparisonRow = ({ compared, limit, isPrimary }: Props) => {
  const { metric, a, b, atLeast, isClear } = compared;
  const { label, better } = getMetricDefinition(metric);
  return (
    <tr className={`border-b border-line ${stacked.row}`} title={about(compared)}>
      <th scope="row" className={`sticky left-0 z-1 h-8 bg-panel px-3 text-left font-medium whitespace-nowrap ${stacked.name}`}>
        {label} <span className="font-normal text-text3">{better === 'higher' ? '↑' : '↓'}</span>
        <span className="sr-only">{better === 'higher' ? ', more is better' : ', less is better'}</span>
        {isPrimary ? <span className="ml-2 text-fact font-normal text-text3">primary</span> : null}
      </th>
      <td className={number}>{printEstimate(metric, a, atLeast.a)}</td>
      <td className={number}>{printEstimate(metric, b, atLeast.b)}</td>
      <td className={cx(number, isClear && 'font-semibold')}>{printComparedDifference(compared)}</td>
      <td className={cx(number, 'text-text2', limit === null ? 'max-sm:col-span-3' : stacked.last)}>
        {printComparedInterval(compared)}
        {isClear ? <span className="sr-only">, clear of zero</span> : null}
      </td>
      {limit === null ? null : (
        <td className={`pr-3 pl-4 max-sm:pl-3 ${stacked.wide}`}>
          <ForestCell place={toForestPlace(compared, limit)} isClear={isClear} />
        </td>
      )}
    </tr>
  );
};
