'use client';
import type { RefObject } from 'react';
import { cx } from '@/components/ui/cx.ts';
import { ErrorLine } from '@/components/ui/error-line.tsx';
import type { ReviewerDefinition } from '@/lib/domain/bundle.ts';
import { DefinitionCard } from './definition-card.tsx';
import { ReviewLog } from './review-log.tsx';
import { ReviewerHead } from './reviewer-head.tsx';
import { ReviewerTotals } from './reviewer-totals.tsx';
import { RunCard } from './run-card.tsx';
import { RunList } from './run-list.tsx';
import type { ReviewersAnswer } from './use-reviewers.ts';
import type { ReviewersState } from './use-reviewers-state.ts';
import type { ShownRuns } from './use-shown-runs.ts';

type Props = {
  url: ReviewersState;
  data: ReviewersAnswer;
  chosen: ReviewerDefinition;
  runs: ShownRuns;
  log: RefObject<HTMLUListElement | null>;
  nowMs: number;
  className?: string | undefined;
};

/** Active runs, then the chosen reviewer with its log and definition, or the runs over a session. */
export const ReviewerPane = ({ url, data, chosen, runs, log, nowMs, className }: Props) => {
  const bundle = data.bundles.find(({ name }) => name === chosen.bundle);
  const state = data.reviewers.find(({ id }) => id === chosen.id);
  return (
    <div
      className={cx('flex min-w-0 flex-col gap-3 p-3 lg:min-h-0 lg:flex-1 lg:overflow-y-auto xl:flex-row xl:overflow-hidden', className)}
    >
      <div className="flex min-w-0 flex-col gap-3 xl:min-h-0 xl:flex-1 xl:overflow-y-auto">
        {runs.error ? <ErrorLine title="A run failed to load or to cancel" error={runs.error} retry={runs.retry} /> : null}
        {runs.runs.map((run) => (
          <RunCard
            key={run.id}
            run={run}
            onCancel={() => runs.cancel(run.id)}
            isCanceling={runs.cancelingId === run.id}
            onClose={run.id === url.run ? () => url.showRun(null) : null}
            nowMs={nowMs}
          />
        ))}
        {url.session !== null ? (
          <RunList session={url.session} runs={runs} nowMs={nowMs} onShowAll={() => url.choose(null)} />
        ) : state ? (
          <>
            <ReviewerHead reviewer={chosen} access={state.access} onBack={() => url.choose(null)} />
            <ReviewerTotals totals={state.totals} />
            <ReviewLog key={chosen.id} reviewerId={chosen.id} onShowRun={url.showRun} nowMs={nowMs} list={log} />
          </>
        ) : null}
      </div>
      {url.session === null && bundle && state ? (
        <div className="flex min-w-0 flex-col xl:min-h-0 xl:w-[372px] xl:shrink-0 xl:overflow-y-auto">
          <DefinitionCard reviewer={chosen} bundle={bundle} access={state.access} />
        </div>
      ) : null}
    </div>
  );
};
