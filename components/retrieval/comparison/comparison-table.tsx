'use client';
import { useRef, useState } from 'react';
import { ExportMenu } from '@/components/charts/export-menu.tsx';
import { Card } from '@/components/ui/card.tsx';
import type { CohortAnswer } from '@/lib/domain/cohort.ts';
import type { MetricName } from '@/lib/domain/metric.ts';
import { cx } from '@/components/ui/cx.ts';
import { clipText } from '@/lib/print/cut-text.ts';
import { printRelative } from '@/lib/print/metric.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { ComparisonRow } from './comparison-row.tsx';
import { ForestPicture } from './forest-picture.tsx';
import { GroupLink } from './group-link.tsx';
import { ObservationalChip } from './kind-chips.tsx';
import { toComparisonData } from './to-comparison-data.ts';
import { stacked } from './stacked.ts';
import { isBeyond, toForestLimit, toForestPlace } from './to-forest.ts';

type Props = { answer: CohortAnswer; metric: MetricName; onOpenGroup: (group: 'a' | 'b') => void; className?: string };

/** Longer names stand in the heads of their columns alone. */
const maxNameChars = 10;
const head =
  'h-8 px-3 text-right font-normal text-text3 whitespace-nowrap max-sm:h-auto max-sm:self-end max-sm:py-0.5 max-sm:whitespace-normal';
const foot = 'h-7 text-fact text-text3';

/** Every metric of two groups, beside a forest plot of the relative differences: one table. */
export const ComparisonTable = ({ answer: { a, b, metrics }, metric, onOpenGroup, className }: Props) => {
  const limit = toForestLimit(metrics);
  const [labelA, labelB] = [toVisibleText(a.label), toVisibleText(b.label)];
  const withName = labelB.length > maxNameChars ? '' : `${labelB} `;
  const known = metrics.filter((compared) => compared.a !== null || compared.b !== null || compared.metric === metric);
  const places = known.flatMap((compared) => toForestPlace(compared, limit) ?? []);
  const isPlotted = places.length > 0;
  const picture = useRef<SVGSVGElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <Card
      title="Cohorts"
      mark={<ObservationalChip />}
      aside="intervals 95 %, by session"
      actions={
        <ExportMenu
          title="Cohorts"
          about={`${labelB} against ${labelA}, intervals 95 %`}
          data={toComparisonData(metrics, { a: labelA, b: labelB })}
          findPicture={isPlotted ? () => picture.current : null}
          onProblem={setProblem}
        />
      }
      className={className}
      bodyClassName="relative overflow-x-auto"
    >
      <div aria-hidden className="invisible absolute size-0 overflow-hidden">
        <ForestPicture ref={picture} metrics={known} limit={limit} labels={{ a: clipText(labelA, 18), b: clipText(labelB, 18) }} />
      </div>
      {problem === null ? null : (
        <p role="alert" className="bg-medbg px-3 py-1 text-table text-med">
          {problem}
        </p>
      )}
      {isPlotted ? null : (
        <p className="border-b border-line px-3 py-2 text-table text-text2">
          {known.every(({ difference }) => difference === null)
            ? 'Nothing to plot yet: no metric is known in both groups.'
            : `Nothing to plot: ${labelA} has 0 in each metric, and nothing is relative to 0.`}
        </p>
      )}
      <table className={`w-full border-collapse text-table sm:min-w-[680px] ${stacked.block}`} aria-label="Cohorts">
        <thead className={stacked.block}>
          <tr className={`border-b border-line ${stacked.row}`}>
            <th scope="col" className="sticky left-0 z-1 h-8 bg-panel px-3 text-left font-normal text-text3 max-sm:hidden">
              Per turn
            </th>
            <th scope="col" title={labelA} className={`${head} max-w-40 overflow-hidden text-ellipsis`}>
              {labelA}
            </th>
            <th scope="col" title={labelB} className={`${head} max-w-40 overflow-hidden text-ellipsis`}>
              {labelB}
            </th>
            <th scope="col" className={head}>
              Difference
            </th>
            <th scope="col" className={cx(head, isPlotted ? stacked.last : 'max-sm:col-span-3')}>
              95 % interval
            </th>
            {isPlotted ? (
              <th scope="col" className={`w-[34%] min-w-52 pr-3 pl-4 font-normal text-text3 max-sm:w-auto max-sm:pl-3 ${stacked.wide}`}>
                <span className="flex justify-between gap-2 whitespace-nowrap">
                  <span>← {withName}worse</span>
                  <span>{withName}better →</span>
                </span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody className={stacked.block}>
          {known.map((compared) => (
            <ComparisonRow
              key={compared.metric}
              compared={compared}
              limit={isPlotted ? limit : null}
              isPrimary={compared.metric === metric}
            />
          ))}
        </tbody>
        <tfoot className={stacked.block}>
          <tr className={stacked.row}>
            <td colSpan={5} className={`${foot} px-3 max-sm:order-1 max-sm:col-span-3`}>
              <span className="flex flex-wrap gap-x-3">
                <span>
                  n = <GroupLink group={a} onOpen={() => onOpenGroup('a')} /> and <GroupLink group={b} onOpen={() => onOpenGroup('b')} />
                </span>
                <span>↑ ↓ the better way</span>
                {isPlotted ? (
                  <>
                    <span>■ clear of zero (Holm)</span>
                    <span>□ not</span>
                  </>
                ) : null}
                {places.some(isBeyond) ? <span>◀ ▶ beyond the plot</span> : null}
              </span>
            </td>
            {isPlotted ? (
              <td className={`${foot} pr-3 pl-4 max-sm:pl-3 ${stacked.wide}`}>
                <span aria-hidden className="relative block h-4">
                  {[-0.5, 0, 0.5].map((place) => (
                    <span key={place} className="absolute -translate-x-1/2" style={{ left: `${50 + place * 50}%` }}>
                      {printRelative(place * limit)}
                    </span>
                  ))}
                </span>
              </td>
            ) : null}
          </tr>
        </tfoot>
      </table>
    </Card>
  );
};
