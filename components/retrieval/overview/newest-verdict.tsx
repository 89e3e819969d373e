'use client';
import { useDelayed } from '@/components/hooks/use-delayed.ts';
import { useNow } from '@/components/hooks/use-now.ts';
import { Button } from '@/components/ui/button.tsx';
import { ErrorLine } from '@/components/ui/error-line.tsx';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { ComparisonSkeleton } from '../comparison/comparison-skeleton.tsx';
import { RandomizedChip } from '../comparison/kind-chips.tsx';
import { ExperimentVerdict } from '../experiments/experiment-verdict.tsx';
import type { NewestExperiment } from './use-newest-experiment.ts';

type Props = { newest: NewestExperiment; onOpen: (id: string | null) => void };

/** The verdict of the newest experiment, or how to get one. */
export const NewestVerdict = ({ newest: { list, summary }, onOpen }: Props) => {
  const nowMs = useNow();
  const isLate = useDelayed(list.isPending);
  if (list.error && !list.data)
    return <ErrorLine title="Experiments could not be loaded" error={list.error} retry={() => void list.refetch()} />;
  if (!list.data) return <ComparisonSkeleton isShown={isLate} className="" />;
  if (summary)
    return (
      <ExperimentVerdict
        summary={summary}
        nowMs={nowMs}
        name={
          <button
            type="button"
            className="max-w-full truncate font-medium text-accent hover:underline"
            onClick={() => onOpen(summary.experiment.id)}
          >
            {toVisibleText(summary.experiment.name)}
          </button>
        }
      />
    );
  return (
    <section aria-label="Experiment verdict" className="flex flex-col items-start gap-2 rounded-card border border-line bg-panel p-3">
      <RandomizedChip />
      <p className="max-w-[92ch] text-read text-text2">
        No experiment has run yet. Only one that assigns sessions at random can say whether examples help.
      </p>
      <Button onClick={() => onOpen(null)}>Open experiments</Button>
    </section>
  );
};
