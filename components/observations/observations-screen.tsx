'use client';
import { Suspense, useRef } from 'react';
import { useMounted } from '@/components/hooks/use-mounted.ts';
import { useNow } from '@/components/hooks/use-now.ts';
import { usePageTitle } from '@/components/hooks/use-page-title.ts';
import { useObservations } from './use-observations.ts';
import { useObservationsKeys } from './use-observations-keys.ts';
import { PageFooter } from '@/components/shell/page-footer.tsx';
import { printAgo } from '@/lib/print/duration.ts';
import { printDayClock } from '@/lib/print/time.ts';
import { Facets } from './filter/facets.tsx';
import { ListPane } from './list/list-pane.tsx';
import { ObservationDetail } from './detail/observation-detail.tsx';
import { ObservationsHead } from './observations-head.tsx';
import { ObservationsPanes } from './observations-panes.tsx';
import { TriageConflict } from './triage/triage-conflict.tsx';
import { TriageNotice } from './triage/triage-notice.tsx';

const Screen = () => {
  const field = useRef<HTMLInputElement>(null);
  const observations = useObservations();
  const { url, list, facets, lastVisitMs, current, selection, focus, form, layout, actions, triage } = observations;
  const { state, setFilter } = url;
  const { isBeside } = layout;
  usePageTitle(state.at === null ? null : (current.detail.subject?.title ?? null));
  const { copied, copyLinks, openEvidence } = useObservationsKeys(observations, field);
  const mounted = useMounted();
  const nowMs = useNow(5_000);
  const facts = [
    ...(lastVisitMs === null || nowMs === null ? [] : [`Bold: changed since ${printDayClock(lastVisitMs, nowMs)}`]),
    ...(state.sort === 'severity' ? ['sorted by severity, then last seen'] : []),
    ...(nowMs === null || list.updatedAtMs === 0 ? [] : [`updated ${printAgo(Math.max(0, nowMs - list.updatedAtMs))}`]),
  ];
  const shown = (
    <ObservationDetail
      current={current}
      view={state.view}
      layout={layout}
      form={form}
      onAct={actions.onCurrent}
      onNext={current.hasNext ? () => current.step(1, false) : null}
      onView={(view, id) => {
        url.setView(view);
        url.show(id);
      }}
      updatedAtMs={list.updatedAtMs}
      copied={copied && selection.count === 0}
      hasKeys={selection.count === 0}
      triage={triage}
    />
  );
  return (
    <>
      {isBeside || state.at === null ? (
        <ObservationsHead url={url} facets={facets} listed={list.counted} field={field} onLeave={focus.row} onView={current.setView} />
      ) : (
        <h1 className="sr-only">Observations</h1>
      )}
      {mounted ? (
        <ObservationsPanes
          facets={
            <aside aria-label="Filter panel" tabIndex={0} className="row-focus h-full overflow-y-auto bg-panel">
              <Facets filter={state} facets={facets} onChange={setFilter} />
            </aside>
          }
          list={<ListPane observations={observations} copied={copied} onCopy={copyLinks} onOpen={openEvidence} />}
          detail={
            isBeside ? (
              shown
            ) : (
              <div className="relative flex h-full flex-col">
                {shown}
                <TriageNotice triage={triage} onShow={current.showAway} />
                {triage.conflict && !current.conflict ? <TriageConflict conflict={triage.conflict} triage={triage} /> : null}
              </div>
            )
          }
          hasPane={layout.hasPane}
          isBeside={isBeside}
          showsDetail={state.at !== null}
        />
      ) : (
        <div className="flex-1 bg-panel" />
      )}
      <PageFooter place="observations" facts={facts.join(' · ')} />
    </>
  );
};

/** Observations to work through. The address holds what is shown, so the screen waits for the address. */
export const ObservationsScreen = () => (
  <Suspense>
    <Screen />
  </Suspense>
);
