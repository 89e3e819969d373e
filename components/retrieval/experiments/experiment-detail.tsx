'use client';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useDelayed } from '@/components/hooks/use-delayed.ts';
import { useNow } from '@/components/hooks/use-now.ts';
import { usePageTitle } from '@/components/hooks/use-page-title.ts';
import { Button } from '@/components/ui/button.tsx';
import { ErrorPane } from '@/components/ui/error-pane.tsx';
import { Icon } from '@/components/ui/icon.tsx';
import { experimentQueries } from '@/lib/client/queries/experiment-queries.ts';
import type { Experiment } from '@/lib/domain/experiment.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { ComparisonSkeleton } from '../comparison/comparison-skeleton.tsx';
import { TurnsPane } from '../turns/turns-pane.tsx';
import type { RetrievalPage } from '../use-retrieval-page.ts';
import { DefinitionCard } from './definition-card.tsx';
import { ExperimentButtons } from './experiment-buttons.tsx';
import { ExperimentFigures } from './experiment-figures.tsx';
import { ExperimentVerdict } from './experiment-verdict.tsx';
import { printArm } from './experiment-words.ts';

type Props = { id: string; page: RetrievalPage; onEdit: (experiment: Experiment) => void; onCopy: (experiment: Experiment) => void };

/** One experiment: verdict, arms, the sequence of looks, metrics, guardrails; or the turns of an arm. */
export const ExperimentDetail = ({ id, page, onEdit, onCopy }: Props) => {
  const { data, error, refetch, isPending } = useQuery(experimentQueries.get(id));
  usePageTitle(data?.experiment.name ?? null);
  const nowMs = useNow();
  const isLate = useDelayed(isPending);
  const close = () => page.openExperiment(null);
  if (page.arm !== null)
    return (
      <TurnsPane
        title={data ? `${data.experiment.name}, ${printArm(data.experiment.kind, page.arm).toLowerCase()}` : ''}
        query={{ experiment: id, arm: page.arm }}
        back="Back to experiment"
        onBack={() => page.openArm(null)}
      />
    );
  if (error && !data)
    return (
      <ErrorPane
        title="The experiment could not be analyzed"
        error={error}
        retry={() => void refetch()}
        missing={{ title: 'There is no such experiment', label: 'Show all experiments', to: close }}
      />
    );
  if (!data) return <ComparisonSkeleton isShown={isLate} className="m-3 min-h-100" />;
  const { experiment, verdict } = data;
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-3">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button size="small" className="lg:hidden" onClick={close}>
          <Icon of={ArrowLeft} />
          All experiments
        </Button>
        <h2 className="min-w-0 flex-1 basis-48 truncate text-title">{toVisibleText(experiment.name)}</h2>
        <ExperimentButtons experiment={experiment} onEdit={() => onEdit(experiment)} onCopy={() => onCopy(experiment)} onGone={close} />
      </header>
      {error ? <p className="bg-medbg px-3 py-1 text-table text-med">Out of date: {error.message}</p> : null}
      <ExperimentVerdict summary={{ experiment, verdict }} nowMs={nowMs} />
      {experiment.status === 'draft' ? (
        <DefinitionCard experiment={experiment} nowMs={nowMs} />
      ) : (
        <ExperimentFigures analysis={data} nowMs={nowMs} onOpenArm={page.openArm} />
      )}
    </div>
  );
};
