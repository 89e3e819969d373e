'use client';
import { Suspense } from 'react';
import { useChartTables } from '@/components/charts/use-chart-tables.ts';
import { useHotkeys } from '@/components/hooks/use-hotkeys.ts';
import { CohortsTab } from './cohorts/cohorts-tab.tsx';
import { ExamplesTab } from './examples/examples-tab.tsx';
import { ExperimentsTab } from './experiments/experiments-tab.tsx';
import { OverviewTab } from './overview/overview-tab.tsx';
import { useRetrievalPage } from './use-retrieval-page.ts';

const Screen = () => {
  const page = useRetrievalPage();
  const { toggleCurrent } = useChartTables();
  useHotkeys({
    1: () => page.openTab('overview'),
    2: () => page.openTab('cohorts'),
    3: () => page.openTab('experiments'),
    4: () => page.openTab('examples'),
    m: () => {
      if (page.tab === 'overview' || page.tab === 'cohorts') page.nextMetric();
    },
    v: toggleCurrent,
  });
  switch (page.tab) {
    case 'overview':
      return <OverviewTab page={page} />;
    case 'cohorts':
      return <CohortsTab page={page} />;
    case 'experiments':
      return <ExperimentsTab page={page} />;
    case 'examples':
      return <ExamplesTab page={page} />;
  }
};

/**
 * Whether past work helps: comparisons, experiments, and the examples themselves. The address holds what is shown, so the screen waits
 * for the address.
 */
export const RetrievalScreen = () => (
  <Suspense>
    <Screen />
  </Suspense>
);
