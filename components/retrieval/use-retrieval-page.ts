'use client';
import { debounce, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { cohortSplit, type CohortSplit } from '@/lib/domain/cohort.ts';
import { armName, type ArmName } from '@/lib/domain/experiment.ts';
import { metricName, type MetricName } from '@/lib/domain/metric.ts';

export const retrievalTabs = ['overview', 'cohorts', 'experiments', 'examples'] as const;
export type RetrievalTab = (typeof retrievalTabs)[number];

const parsers = {
  tab: parseAsStringLiteral(retrievalTabs),
  metric: parseAsStringLiteral(metricName.options).withDefault('completed'),
  q: parseAsString.withDefault(''),
  by: parseAsStringLiteral(cohortSplit.options).withDefault('retrieval'),
  value: parseAsString,
  against: parseAsString,
  /** Whose turns are listed. */
  group: parseAsStringLiteral(['a', 'b'] as const),
  experiment: parseAsString,
  arm: parseAsStringLiteral(armName.options),
  /** Prompt of the examples tab; a link with a prompt opens the tab. */
  prompt: parseAsString.withDefault(''),
};

/** State of the page; it lives in the address and nowhere else. */
export const useRetrievalPage = () => {
  const [state, setState] = useQueryStates(parsers, { history: 'push' });
  const { metric } = state;
  const { options } = metricName;
  return {
    ...state,
    tab: state.tab ?? (state.prompt === '' ? ('overview' as const) : ('examples' as const)),
    openTab: (tab: RetrievalTab) => void setState({ tab, group: null, arm: null }),
    setMetric: (next: MetricName) => void setState({ metric: next }, { history: 'replace' }),
    nextMetric: () =>
      void setState({ metric: options[(options.indexOf(metric) + 1) % options.length] ?? 'completed' }, { history: 'replace' }),
    /** Typing replaces the address, once for several letters. */
    type: (q: string) => void setState({ q }, { history: 'replace', limitUrlUpdates: debounce(200) }),
    split: (next: { by?: CohortSplit; value?: string | null; against?: string | null }) => void setState(next),
    /** The turns of a group of a comparison; null: back to the comparison. */
    openGroup: (group: 'a' | 'b' | null) => void setState({ tab: 'cohorts', group }),
    openExperiment: (experiment: string | null) => void setState({ tab: 'experiments', experiment, arm: null }),
    /** The turns of an arm; null: back to the experiment. */
    openArm: (arm: ArmName | null) => void setState({ arm }),
    openArmOf: (experiment: string, arm: ArmName | null) => void setState({ tab: 'experiments', experiment, arm }),
  };
};

export type RetrievalPage = ReturnType<typeof useRetrievalPage>;
