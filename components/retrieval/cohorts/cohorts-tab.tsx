'use client';
import { PageFooter } from '@/components/shell/page-footer.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { ErrorPane } from '@/components/ui/error-pane.tsx';
import { CohortVerdict } from '../comparison/cohort-verdict.tsx';
import { ComparisonSkeleton } from '../comparison/comparison-skeleton.tsx';
import { ComparisonTable } from '../comparison/comparison-table.tsx';
import { NoExamplesYet, NoTurnsYet } from '../comparison/empty-comparison.tsx';
import { TrendChart } from '../comparison/trend-chart.tsx';
import { ConditionField } from '../condition-field.tsx';
import { MetricSelect } from '../metric-select.tsx';
import { RetrievalHead } from '../retrieval-head.tsx';
import { TurnsPane } from '../turns/turns-pane.tsx';
import { toCohortQuery, useCohorts, useValidConditions } from '../use-cohorts.ts';
import type { RetrievalPage } from '../use-retrieval-page.ts';
import { BalanceCard } from './balance-card.tsx';
import { CompareBar } from './compare-bar.tsx';
import { DistributionChart } from './distribution-chart.tsx';
import { GroupCards } from './group-cards.tsx';
import { useSplit } from './use-split.ts';

const chartPx = 260;

/** Any two groups of turns, as they happened; or the turns of one of them. */
export const CohortsTab = ({ page }: { page: RetrievalPage }) => {
  const split = useSplit(page);
  const asked = { ...page, value: split.value, against: split.against };
  const q = useValidConditions(page.q);
  const { data: answer, error, refetch, isLate, isStale } = useCohorts(asked, split.isReady);
  const turns = answer ? answer.a.turns + answer.b.turns : null;
  const body = () => {
    if (page.group !== null && split.isReady)
      return (
        <TurnsPane
          title={answer?.[page.group].label ?? ''}
          query={{ ...toCohortQuery({ ...asked, q }), group: page.group }}
          back="Back to comparison"
          onBack={() => page.openGroup(null)}
        />
      );
    if (split.isEmpty) return <EmptyState title="Nothing to compare by">No turn has {split.missing}. Choose another split.</EmptyState>;
    if (error && !answer) return <ErrorPane title="The comparison could not be computed" error={error} retry={() => void refetch()} />;
    if (!answer) return <ComparisonSkeleton isShown={isLate} className="m-3 min-h-100" />;
    if (turns === 0) return <NoTurnsYet isFiltered={page.q.trim() !== ''} onClear={() => page.type('')} />;
    return (
      <div className="grid grid-cols-1 items-start gap-3 p-3 xl:grid-cols-[minmax(0,8fr)_minmax(0,5fr)]">
        <div className="flex min-w-0 flex-col gap-3">
          <CohortVerdict answer={answer} metric={page.metric}>
            {page.by === 'retrieval' && answer.b.turns === 0 ? <NoExamplesYet /> : null}
          </CohortVerdict>
          <ComparisonTable answer={answer} metric={page.metric} onOpenGroup={page.openGroup} />
          <BalanceCard answer={answer} by={page.by} />
        </div>
        <div className="flex min-w-0 flex-col gap-3">
          <GroupCards answer={answer} metric={page.metric} onOpenGroup={page.openGroup} />
          <TrendChart answer={answer} metric={page.metric} height={chartPx} />
          <DistributionChart answer={answer} metric={page.metric} height={chartPx} />
        </div>
      </div>
    );
  };
  return (
    <>
      <RetrievalHead page={page}>
        <ConditionField page={page} />
        <MetricSelect page={page} />
      </RetrievalHead>
      <CompareBar page={page} split={split} />
      {error && answer ? <p className="bg-medbg px-3 py-1 text-table text-med">Out of date: {error.message}</p> : null}
      {answer && page.group === null
        ? answer.notes.map((note) => (
            <p key={note} className="border-b border-line bg-panel px-3 py-1 text-fact text-text3">
              {note}
            </p>
          ))
        : null}
      <div aria-busy={isStale} className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        {body()}
      </div>
      <PageFooter place="retrieval" facts={answer ? `computed in ${Math.max(1, Math.round(answer.tookMs))} ms` : ''} />
    </>
  );
};
