'use client';
import { useQuery } from '@tanstack/react-query';
import { SegmentedControl } from '@/components/ui/segmented-control.tsx';
import { experimentQueries } from '@/lib/client/queries/experiment-queries.ts';
import { printCount } from '@/lib/print/number.ts';
import { retrievalTabs, type RetrievalPage, type RetrievalTab } from './use-retrieval-page.ts';

const words: Record<RetrievalTab, string> = { overview: 'Overview', cohorts: 'Cohorts', experiments: 'Experiments', examples: 'Examples' };

/** The parts of the page, in the order of the keys 1 to 4. */
export const RetrievalTabs = ({ page: { tab, openTab } }: { page: RetrievalPage }) => {
  const experiments = useQuery(experimentQueries.list(false)).data?.experiments.length ?? 0;
  return (
    <SegmentedControl
      name="Retrieval views"
      value={tab}
      onChange={openTab}
      className="mx-1"
      segments={retrievalTabs.map((value, index) => ({
        value,
        label: words[value],
        about: `Key ${index + 1}`,
        ...(value === 'experiments' && experiments > 0 && { count: printCount(experiments) }),
      }))}
    />
  );
};
