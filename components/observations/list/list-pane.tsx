'use client';
import { useDelayed } from '@/components/hooks/use-delayed.ts';
import { useEmptied } from './use-emptied.ts';
import type { Observations } from '@/components/observations/use-observations.ts';
import { ErrorPane } from '@/components/ui/error-pane.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { noticePx } from './list-layout.ts';
import { NothingListed } from './nothing-listed.tsx';
import { ObservationList } from './observation-list.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { TriageConflict } from '@/components/observations/triage/triage-conflict.tsx';
import { TriageNotice } from '@/components/observations/triage/triage-notice.tsx';
import { printCount } from '@/lib/print/number.ts';

/** The footer of the list: how many archived observations also match. */
const ArchivedFooter = ({ count, onShow }: { count: number; onShow: () => void }) => (
  <p className="flex min-h-7 shrink-0 items-center gap-1.5 border-t border-line px-3 text-table text-text3">
    {printCount(count)} archived ·{' '}
    <button type="button" onClick={onShow} className="rounded-chip text-accent hover:underline pointer-coarse:min-h-8">
      Show
    </button>
  </p>
);

const ListSkeleton = () => (
  <div aria-hidden className="flex-1 overflow-hidden">
    {Array.from({ length: 18 }, (_, at) => (
      <div key={at} className="flex h-11 flex-col justify-center gap-2 border-b border-line px-12">
        <Skeleton className={`h-2 ${['w-1/2', 'w-2/5', 'w-3/5'][at % 3]}`} />
        <Skeleton className="h-1.5 w-1/3" />
      </div>
    ))}
  </div>
);

type Props = { observations: Observations; copied: boolean; onCopy: () => void; onOpen: () => void };

/** The list, the notice about the last action, and the actions for the selection. */
export const ListPane = ({ observations, copied, onCopy, onOpen }: Props) => {
  const { url, facets, list, current, selection, focus, form, actions, triage } = observations;
  const { state, setFilter } = url;
  const isEmpty = list.rows.length === 0 && !list.hasCollapsed && !list.isOld && !list.hasFormer;
  const isFinished = useEmptied({ listKey: list.listKey, hasRows: list.rows.length > 0 && !list.isOld, isEmpty });
  const hidden = state.cleared ? 0 : (facets.facets?.outOfSight.matching ?? 0);
  const showHidden = () => setFilter({ cleared: true });
  const late = useDelayed(list.isPending);
  const body = () => {
    if (list.error && list.total === null)
      return <ErrorPane title="Observations could not be loaded" error={list.error} retry={list.retry} />;
    if (list.total === null) return late ? <ListSkeleton /> : <div className="flex-1" />;
    if (isEmpty) return <NothingListed url={url} facets={facets} focus={focus} isFinished={isFinished} />;
    return <ObservationList {...{ url, list, current, selection, focus, onOpen }} coveredPx={triage.notice === null ? 0 : noticePx} />;
  };
  return (
    <section aria-label="List" aria-busy={list.isPending} className="@container flex h-full min-h-0 flex-col bg-panel">
      {list.error && list.total !== null ? (
        <p role="alert" className="bg-medbg px-3 py-1 text-table text-med">
          Out of date: {list.error.message}
        </p>
      ) : null}
      <div className="relative flex min-h-0 flex-1 flex-col">
        {body()}
        <TriageNotice triage={triage} onShow={current.showAway} />
      </div>
      {hidden > 0 && !isEmpty ? <ArchivedFooter count={hidden} onShow={showHidden} /> : null}
      {triage.conflict && !current.conflict ? <TriageConflict conflict={triage.conflict} triage={triage} /> : null}
      {selection.count > 0 ? (
        <SelectionBar
          filter={state}
          rows={list.rows}
          listed={list.counted ?? { shown: 0, collapsed: 0 }}
          selection={selection}
          form={form}
          onAct={actions.onSelection}
          copied={copied}
          onCopy={onCopy}
        />
      ) : null}
    </section>
  );
};
