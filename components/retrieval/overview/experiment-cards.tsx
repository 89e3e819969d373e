'use client';
import { Card } from '@/components/ui/card.tsx';
import { ErrorLine } from '@/components/ui/error-line.tsx';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { ComparisonSkeleton } from '../comparison/comparison-skeleton.tsx';
import { ArmsTable } from '../experiments/arms-table.tsx';
import { RatioAndPower } from '../experiments/ratio-and-power.tsx';
import { SequenceChart } from '../experiments/sequence-chart.tsx';
import type { RetrievalPage } from '../use-retrieval-page.ts';
import { OtherExperiments } from './other-experiments.tsx';
import type { NewestExperiment } from './use-newest-experiment.ts';

const chartPx = 248;

/** The newest experiment in figures, and the verdicts of the others. */
export const ExperimentCards = ({ newest: { summary, analysis, others }, page }: { newest: NewestExperiment; page: RetrievalPage }) => {
  if (!summary) return null;
  const { id, name } = summary.experiment;
  const { data, error, refetch } = analysis;
  return (
    <div className="grid grid-cols-1 gap-3 px-3 pb-3 lg:grid-cols-2 xl:grid-cols-[minmax(0,5fr)_minmax(0,5fr)_minmax(0,4fr)]">
      {error && !data ? <ErrorLine title="The experiment could not be analyzed" error={error} retry={() => void refetch()} /> : null}
      {data || error ? null : [1, 2].map((at) => <ComparisonSkeleton key={at} isShown={false} className="min-h-70.5" />)}
      {data ? (
        <>
          <SequenceChart analysis={data} height={chartPx} title={toVisibleText(name)} />
          <Card title="Arms" aside="assigned by session" bodyClassName="">
            <div className="overflow-x-auto">
              <ArmsTable analysis={data} onOpenArm={(arm) => page.openArmOf(id, arm)} />
            </div>
            <RatioAndPower analysis={data} />
          </Card>
        </>
      ) : null}
      <OtherExperiments others={others} onOpen={page.openExperiment} />
    </div>
  );
};
