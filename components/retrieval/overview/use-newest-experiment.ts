'use client';
import { useQuery } from '@tanstack/react-query';
import { experimentQueries } from '@/lib/client/queries/experiment-queries.ts';

/** The experiment to look at first: the newest running one, else the newest with data; and the others. */
export const useNewestExperiment = () => {
  const list = useQuery(experimentQueries.list(false));
  const experiments = list.data?.experiments ?? [];
  const summary =
    experiments.find(({ experiment }) => experiment.status === 'running') ??
    experiments.find(({ experiment }) => experiment.status !== 'draft') ??
    null;
  const analysis = useQuery({ ...experimentQueries.get(summary?.experiment.id ?? ''), enabled: summary !== null });
  return { list, summary, analysis, others: experiments.filter((one) => one !== summary) };
};

export type NewestExperiment = ReturnType<typeof useNewestExperiment>;
