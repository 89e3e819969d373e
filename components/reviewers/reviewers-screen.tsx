'use client';
import { Suspense, useRef, useState } from 'react';
import { moveFocus } from '@/components/hooks/move-focus.ts';
import { useDelayed } from '@/components/hooks/use-delayed.ts';
import { useHotkeys } from '@/components/hooks/use-hotkeys.ts';
import { useNow } from '@/components/hooks/use-now.ts';
import { FileProblems } from '@/components/observers/file-problems.tsx';
import { ObserverTabs } from '@/components/observers/observer-tabs.tsx';
import { ObserversSkeleton } from '@/components/observers/observers-skeleton.tsx';
import { PageFooter } from '@/components/shell/page-footer.tsx';
import { PageHead } from '@/components/shell/page-head.tsx';
import { Button } from '@/components/ui/button.tsx';
import { ErrorPane } from '@/components/ui/error-pane.tsx';
import { KeyHint } from '@/components/ui/key-hint.tsx';
import { printCounted } from '@/lib/print/number.ts';
import { BundleList } from './bundle-list.tsx';
import { BundleProblems } from './bundle-problems.tsx';
import { NoBundles } from './no-bundles.tsx';
import { RunList } from './run-list.tsx';
import { ReviewerPane } from './reviewer-pane.tsx';
import { RunDialog } from './run-dialog.tsx';
import { printBudget, StateLines } from './state-lines.tsx';
import { useReviewers } from './use-reviewers.ts';
import { useShownRuns } from './use-shown-runs.ts';

const Screen = () => {
  const { url, data, error, isPending, refetch, reviewers, states, chosen, unknownId, move } = useReviewers();
  const runs = useShownRuns(url.run);
  const [isAsking, setAsking] = useState(false);
  const log = useRef<HTMLUListElement>(null);
  const nowMs = useNow(5_000) ?? 0;
  const late = useDelayed(isPending);
  const isPane = url.reviewer !== null || url.session !== null || url.run !== null;
  const openDialog = () => setAsking(chosen !== null);
  useHotkeys({
    j: () => move(1),
    k: () => move(-1),
    r: openDialog,
    n: () => moveFocus(log.current, '[data-review]', 1),
    N: () => moveFocus(log.current, '[data-review]', -1),
    x: runs.cancelFirst,
  });
  const isBare = data?.bundles.length === 0 && data.bundleProblems.length === 0 && data.problems.length === 0;
  return (
    <>
      <PageHead
        title="Reviewers"
        tabs={<ObserverTabs current="/reviewers" />}
        about={
          data && chosen
            ? `${printCounted(reviewers.length, 'reviewer')} in ${printCounted(data.bundles.length, 'bundle')}, ${printBudget(data.budget)}`
            : ' '
        }
      >
        {chosen ? (
          <Button look="primary" onClick={openDialog}>
            <span>
              Run<span className="max-sm:sr-only"> on a session</span>
            </span>
            <KeyHint of="R" />
          </Button>
        ) : null}
      </PageHead>
      {data && data.problems.length > 0 ? <FileProblems {...data} fallback="no reviewer is used." /> : null}
      {data && data.bundleProblems.length > 0 ? <BundleProblems problems={data.bundleProblems} /> : null}
      {data ? <StateLines {...data} /> : null}
      {error && data ? <p className="bg-medbg px-3 py-1 text-table text-med">Out of date: {error.message}</p> : null}
      {error && !data ? <ErrorPane title="Reviewers could not be loaded" error={error} retry={() => void refetch()} /> : null}
      {late && !data ? <ObserversSkeleton /> : null}
      {isBare ? <NoBundles file={data.file} /> : null}
      {data && chosen ? (
        <div className="flex flex-1 flex-col lg:min-h-0 lg:flex-row">
          <BundleList
            bundles={data.bundles}
            states={states}
            chosenId={url.session === null ? chosen.id : null}
            unknownId={unknownId}
            onChoose={url.choose}
            nowMs={nowMs}
            className={isPane ? 'max-lg:hidden' : undefined}
          />
          <ReviewerPane
            url={url}
            data={data}
            chosen={chosen}
            runs={runs}
            log={log}
            nowMs={nowMs}
            className={isPane ? undefined : 'max-lg:hidden'}
          />
          <RunDialog
            open={isAsking}
            onOpenChange={setAsking}
            data={data}
            chosen={chosen}
            firstSessionId={url.session}
            onStarted={url.showRun}
            nowMs={nowMs}
          />
        </div>
      ) : data ? (
        <div className="flex min-w-0 flex-1 flex-col gap-3 p-3 lg:min-h-0 lg:overflow-y-auto">
          <RunList session={url.session} runs={runs} nowMs={nowMs} onShowAll={url.session === null ? null : () => url.choose(null)} />
        </div>
      ) : (
        <div className="flex-1" />
      )}
      <PageFooter place={chosen ? 'reviewers' : null} facts={data ? <span className="font-mono">{data.file}</span> : ''} />
    </>
  );
};

/** Models that look at sessions, what they were sent, found and cost. The address holds what is shown, so the screen waits for it. */
export const ReviewersScreen = () => (
  <Suspense>
    <Screen />
  </Suspense>
);
