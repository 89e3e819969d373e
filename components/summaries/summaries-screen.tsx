'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Suspense, useRef } from 'react';
import { useChartTables } from '@/components/charts/use-chart-tables.ts';
import { moveFocus } from '@/components/hooks/move-focus.ts';
import { useHotkeys } from '@/components/hooks/use-hotkeys.ts';
import { PageFooter } from '@/components/shell/page-footer.tsx';
import { PageHead } from '@/components/shell/page-head.tsx';
import { summaryQueries } from '@/lib/client/queries/summary-queries.ts';
import { printCounted } from '@/lib/print/number.ts';
import { ConfidenceBar } from './confidence-bar.tsx';
import { ModelLine } from './model-line.tsx';
import { SummaryCharts } from './summary-charts.tsx';
import { SummaryFilters } from './summary-filters.tsx';
import { SummaryList } from './summary-list.tsx';
import { useConfidenceLevels } from './use-confidence-levels.ts';
import { useSummariesState } from './use-summaries-state.ts';

const Screen = () => {
  const url = useSummariesState();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const { toggleCurrent } = useChartTables();
  const [first] = useInfiniteQuery(summaryQueries.list({ ...url.filter, sort: url.state.sort })).data?.pages ?? [];
  const levels = useConfidenceLevels(url);
  // One session is read turn by turn: its charts would have a bar or two.
  const hasCharts = url.state.session === null;
  useHotkeys({
    '/': () => field.current?.focus(),
    j: () => moveFocus(list.current, '[data-summary-link]', 1),
    k: () => moveFocus(list.current, '[data-summary-link]', -1),
    o: url.toggleSort,
    c: levels.next,
    ...(hasCharts && { v: toggleCurrent }),
  });
  const behind = first && first.behind > 0 ? `, ${printCounted(first.behind, 'session')} to go` : '';
  return (
    <>
      <PageHead
        title="Summaries"
        about={first ? `${printCounted(first.total, 'turn')}: what agents tried and found, and how sure they could be${behind}` : ' '}
      >
        <SummaryFilters url={url} field={field} />
      </PageHead>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {hasCharts ? <SummaryCharts url={url} /> : null}
        <ConfidenceBar url={url} levels={levels} />
        <ModelLine url={url} />
        <SummaryList url={url} list={list} />
      </div>
      <PageFooter place="summaries" without={hasCharts ? [] : ['V']} facts="Sentences of the sessions lead to their records" />
    </>
  );
};

/** Summaries of what agents tried and found in each turn. The address holds what is shown, so the screen waits for the address. */
export const SummariesScreen = () => (
  <Suspense>
    <Screen />
  </Suspense>
);
