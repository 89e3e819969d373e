'use client';
import { useQuery } from '@tanstack/react-query';
import { PageFooter } from '@/components/shell/page-footer.tsx';
import { CopyButton } from '@/components/ui/copy-button.tsx';
import { ErrorPane } from '@/components/ui/error-pane.tsx';
import { metricQueries } from '@/lib/client/queries/metric-queries.ts';
import { formatReport } from '@/lib/metrics/report.ts';
import { CohortVerdict } from '../comparison/cohort-verdict.tsx';
import { ComparisonTable } from '../comparison/comparison-table.tsx';
import { NoExamplesYet, NoTurnsYet } from '../comparison/empty-comparison.tsx';
import { ComparisonSkeleton } from '../comparison/comparison-skeleton.tsx';
import { TrendChart } from '../comparison/trend-chart.tsx';
import { ConditionField } from '../condition-field.tsx';
import { MetricSelect } from '../metric-select.tsx';
import { RetrievalHead } from '../retrieval-head.tsx';
import { useCohorts } from '../use-cohorts.ts';
import type { RetrievalPage } from '../use-retrieval-page.ts';
import { ExperimentCards } from './experiment-cards.tsx';
import { NewestVerdict } from './newest-verdict.tsx';
import { useNewestExperiment } from './use-newest-experiment.ts';

const trendPx = 262;

/** Whether examples help: as it happened, and in the newest experiment. */
export const OverviewTab = ({ page }: { page: RetrievalPage }) => {
  const { data: answer, error, refetch, isLate, isStale } = useCohorts({ ...page, by: 'retrieval', value: null, against: null });
  const newest = useNewestExperiment();
  const { data: report } = useQuery(metricQueries.report());
  const openGroup = (group: 'a' | 'b') => {
    page.split({ by: 'retrieval', value: null, against: null });
    page.openGroup(group);
  };
  return (
    <>
      <RetrievalHead page={page}>
        <ConditionField page={page} />
        <MetricSelect page={page} />
        {report ? (
          <CopyButton text={formatReport(report)} name="Copy the report of the last 7 days as Markdown" label="Copy 7-day report" small />
        ) : null}
      </RetrievalHead>
      <div aria-busy={isStale} className="min-h-0 flex-1 overflow-y-auto">
        {error && answer ? <p className="bg-medbg px-3 py-1 text-table text-med">Out of date: {error.message}</p> : null}
        <div className="grid auto-rows-[minmax(104px,auto)] grid-cols-1 gap-3 p-3 xl:grid-cols-2">
          {error && !answer ? <ErrorPane title="The comparison could not be computed" error={error} retry={() => void refetch()} /> : null}
          {answer ? (
            <CohortVerdict answer={answer} metric={page.metric}>
              {answer.b.turns === 0 && answer.a.turns > 0 ? <NoExamplesYet /> : null}
            </CohortVerdict>
          ) : null}
          {!answer && !error ? <ComparisonSkeleton isShown={isLate} className="" /> : null}
          <NewestVerdict newest={newest} onOpen={page.openExperiment} />
        </div>
        {answer && answer.a.turns + answer.b.turns === 0 ? (
          <NoTurnsYet isFiltered={page.q.trim() !== ''} onClear={() => page.type('')} />
        ) : null}
        {answer && answer.a.turns + answer.b.turns > 0 ? (
          <div className="grid grid-cols-1 gap-3 px-3 pb-3 xl:grid-cols-[minmax(0,8fr)_minmax(0,5fr)]">
            <ComparisonTable answer={answer} metric={page.metric} onOpenGroup={openGroup} />
            <TrendChart answer={answer} metric={page.metric} height={trendPx} />
          </div>
        ) : null}
        {!answer && !error ? (
          <div className="grid grid-cols-1 gap-3 px-3 pb-3 xl:grid-cols-[minmax(0,8fr)_minmax(0,5fr)]">
            {['table', 'trend'].map((card) => (
              <ComparisonSkeleton key={card} isShown={isLate} className="min-h-74" />
            ))}
          </div>
        ) : null}
        <ExperimentCards newest={newest} page={page} />
      </div>
      <PageFooter place="retrieval" facts={answer ? `computed in ${Math.max(1, Math.round(answer.tookMs))} ms` : ''} />
    </>
  );
};
