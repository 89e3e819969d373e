'use client';
import { useQuery } from '@tanstack/react-query';
import { parseAsBoolean, useQueryState } from 'nuqs';
import { useState } from 'react';
import { useDelayed } from '@/components/hooks/use-delayed.ts';
import { useHotkeys } from '@/components/hooks/use-hotkeys.ts';
import { PageFooter } from '@/components/shell/page-footer.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Checkbox } from '@/components/ui/checkbox.tsx';
import { cx } from '@/components/ui/cx.ts';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { ErrorPane } from '@/components/ui/error-pane.tsx';
import { experimentQueries } from '@/lib/client/queries/experiment-queries.ts';
import { ComparisonSkeleton } from '../comparison/comparison-skeleton.tsx';
import { RetrievalHead } from '../retrieval-head.tsx';
import type { RetrievalPage } from '../use-retrieval-page.ts';
import { ExperimentDetail } from './experiment-detail.tsx';
import { ExperimentDialog, type FormStart } from './experiment-dialog.tsx';
import { ExperimentList } from './experiment-list.tsx';

/** Experiments beside the chosen one; on a small screen, one at a time. */
export const ExperimentsTab = ({ page }: { page: RetrievalPage }) => {
  const [archived, setArchived] = useQueryState('archived', parseAsBoolean.withDefault(false));
  const { data, error, refetch, isPending } = useQuery(experimentQueries.list(archived));
  const [form, setForm] = useState<FormStart | null>(null);
  const isLate = useDelayed(isPending);
  const summaries = data?.experiments ?? [];
  const chosenId = page.experiment ?? summaries[0]?.experiment.id ?? null;
  const move = (by: 1 | -1) => {
    const at = summaries.findIndex(({ experiment }) => experiment.id === chosenId);
    const next = summaries[Math.min(summaries.length - 1, Math.max(0, at + by))];
    if (page.arm === null && next) page.openExperiment(next.experiment.id);
  };
  const create = () => setForm({ kind: 'new' });
  useHotkeys({ j: () => move(1), k: () => move(-1), n: create });
  const body = () => {
    if (error && !data) return <ErrorPane title="Experiments could not be loaded" error={error} retry={() => void refetch()} />;
    if (!data) return <ComparisonSkeleton isShown={isLate} className="m-3 min-h-60 flex-1" />;
    if (summaries.length === 0 && page.experiment === null)
      return (
        <EmptyState
          title="No experiments yet"
          actions={
            <Button look="primary" onClick={create}>
              New experiment
            </Button>
          }
        >
          An experiment gives some sessions examples or feedback and holds the others out, at random. Only that can show what causes a
          difference.
        </EmptyState>
      );
    return (
      <div className="flex min-h-0 flex-1">
        <div
          className={cx(
            'w-full shrink-0 overflow-y-auto border-r border-line bg-panel lg:w-90',
            page.experiment !== null && 'max-lg:hidden',
            // The turns of an arm need the whole width.
            page.arm !== null && 'hidden',
          )}
        >
          <ExperimentList summaries={summaries} chosenId={chosenId} onChoose={page.openExperiment} />
        </div>
        <div className={cx('flex min-w-0 flex-1 flex-col', page.experiment === null && 'max-lg:hidden')}>
          {chosenId === null ? null : (
            <ExperimentDetail
              key={chosenId}
              id={chosenId}
              page={{ ...page, openArm: (arm) => page.openArmOf(chosenId, arm) }}
              onEdit={(experiment) => setForm({ kind: 'edit', experiment })}
              onCopy={(experiment) => setForm({ kind: 'copy', experiment })}
            />
          )}
        </div>
      </div>
    );
  };
  return (
    <>
      <RetrievalHead page={page}>
        <span className="flex-1" />
        <label className="flex items-center gap-1.5 text-table text-text2">
          <Checkbox checked={archived} onChange={() => void setArchived(archived ? null : true)} />
          Include archived
        </label>
        <Button look="primary" onClick={create}>
          New experiment
        </Button>
      </RetrievalHead>
      {error && data ? <p className="bg-medbg px-3 py-1 text-table text-med">Out of date: {error.message}</p> : null}
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">{body()}</div>
      <ExperimentDialog
        start={form}
        onClose={() => setForm(null)}
        onSaved={(id) => {
          setForm(null);
          page.openExperiment(id);
        }}
      />
      <PageFooter place="retrieval" facts="Sessions are assigned by a stable hash; a whole session is in one arm" />
    </>
  );
};
