'use client';
import { Suspense } from 'react';
import { useBeforeUnload } from '@/components/hooks/use-before-unload.ts';
import { useDelayed } from '@/components/hooks/use-delayed.ts';
import { useHotkeys } from '@/components/hooks/use-hotkeys.ts';
import { useObservers } from './use-observers.ts';
import { PageFooter } from '@/components/shell/page-footer.tsx';
import { PageHead } from '@/components/shell/page-head.tsx';
import { ErrorPane } from '@/components/ui/error-pane.tsx';
import { setEnabled, toValues } from './edit-entry.ts';
import { FeedbackFields } from './feedback-fields.tsx';
import { FileConflict } from './file-conflict.tsx';
import { FileNotices, FileProblems } from './file-problems.tsx';
import { FoundCard } from './found-card.tsx';
import { ObserverForm } from './observer-form.tsx';
import { ObserverList } from './observer-list.tsx';
import { ObserverTabs } from './observer-tabs.tsx';
import { ObserversSkeleton } from './observers-skeleton.tsx';
import { ReplayBar } from './replay-bar.tsx';
import { ReplayState } from './replay-state.tsx';
import { ReviewerList } from './reviewer-list.tsx';
import { TrialCard } from './trial-card.tsx';
import { UnsavedBar } from './unsaved-bar.tsx';

const nothing = () => undefined;

const Screen = () => {
  const observers = useObservers();
  const { data, error, config, saved, chosen, kinds, edit, choose } = observers;
  const late = useDelayed(observers.isPending);
  const isChanged = observers.changes.length > 0;
  useBeforeUnload(isChanged, nothing);
  const move = (by: 1 | -1) => {
    const next = kinds[kinds.findIndex(({ id }) => id === chosen?.id) + by];
    if (next) choose(next.id);
  };
  useHotkeys({
    j: () => move(1),
    k: () => move(-1),
    x: () => {
      if (chosen && config) edit(setEnabled(config, chosen, !toValues(chosen, config).enabled));
    },
    r: observers.trial.run,
    s: observers.save.run,
    p: observers.replay.run,
    u: observers.discard,
  });
  const on = config ? kinds.filter((kind) => toValues(kind, config).enabled).length : 0;
  return (
    <>
      <PageHead
        title="Observers"
        tabs={<ObserverTabs current="/observers" />}
        about={data ? `${on} of ${kinds.length} on, over imported and running sessions` : ' '}
      >
        <ReplayState unobserved={data?.unobserved ?? 0} isSaved={observers.isSaved} replayed={observers.replayed} />
      </PageHead>
      {data && data.problems.length > 0 ? (
        <FileProblems file={data.file} problems={data.problems} origin={data.origin} fallback="the observers use their defaults." />
      ) : null}
      {data && data.notices.length > 0 ? <FileNotices file={data.file} notices={data.notices} /> : null}
      {data && data.problems.length === 0 && observers.isConflict ? <FileConflict observers={observers} /> : null}
      {error && data ? <p className="bg-medbg px-3 py-1 text-table text-med">Out of date: {error.message}</p> : null}
      {error && !data ? <ErrorPane title="Observers could not be loaded" error={error} retry={() => void observers.refetch()} /> : null}
      {late && !data ? <ObserversSkeleton /> : null}
      {data && config && saved && chosen ? (
        <div className="flex flex-col lg:min-h-0 lg:flex-1 lg:flex-row">
          <ObserverList kinds={kinds} config={config} saved={saved} chosen={chosen} unknownId={observers.unknownId} onChoose={choose}>
            <FeedbackFields config={config} onChange={edit} />
            <ReviewerList reviewers={data.reviewers} />
          </ObserverList>
          <div className="flex min-w-0 flex-col gap-3 p-3 lg:min-h-0 lg:flex-1 lg:overflow-y-auto xl:flex-row xl:overflow-hidden">
            <ObserverForm key={chosen.id} kind={chosen} config={config} saved={saved} onChange={edit} />
            <div className="flex flex-col gap-3 xl:min-h-0 xl:w-[372px] xl:shrink-0 xl:overflow-y-auto">
              <TrialCard trial={observers.trial} />
              <FoundCard kind={chosen} />
            </div>
          </div>
        </div>
      ) : (
        <div className="flex-1" />
      )}
      <div className="sticky bottom-0 shrink-0">
        <ReplayBar
          replay={observers.replay}
          replayed={observers.replayed}
          unobserved={data?.unobserved ?? 0}
          className={isChanged ? 'max-lg:hidden' : ''}
        />
        {isChanged ? <UnsavedBar observers={observers} /> : null}
      </div>
      <PageFooter place={data ? 'observers' : null} facts={data ? <span className="font-mono">{data.file}</span> : ''} />
    </>
  );
};

/** Observers, how they look for trouble, and what other parameters would find. The address holds which observer is shown. */
export const ObserversScreen = () => (
  <Suspense>
    <Screen />
  </Suspense>
);
