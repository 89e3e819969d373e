'use client';
import { Suspense, useRef } from 'react';
import { moveFocus } from '@/components/hooks/move-focus.ts';
import { useDelayed } from '@/components/hooks/use-delayed.ts';
import { useHotkeys } from '@/components/hooks/use-hotkeys.ts';
import { useNow } from '@/components/hooks/use-now.ts';
import { RowSkeleton } from '@/components/session/rows/row-skeleton.tsx';
import { PageFooter } from '@/components/shell/page-footer.tsx';
import { PageHead } from '@/components/shell/page-head.tsx';
import { Button } from '@/components/ui/button.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { ErrorPane } from '@/components/ui/error-pane.tsx';
import { FilterField } from '@/components/ui/filter-field.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { printCounted } from '@/lib/print/number.ts';
import { useSplit } from '../use-split.ts';
import { NoTrajectories } from './no-trajectories.tsx';
import { TrajectoryGroup } from './trajectory-group.tsx';
import { useTrajectoryGroups } from './use-trajectory-groups.ts';

const Trajectories = () => {
  const { query, all, groups, openKeys, text, setText, toggle } = useTrajectoryGroups();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const split = useSplit();
  const nowMs = useNow();
  const late = useDelayed(query.isPending);
  const count = (kinds: readonly string[]) => all.filter(({ kind }) => kinds.includes(kind)).reduce((sum, group) => sum + group.count, 0);
  const isBare = query.isSuccess && all.length === 0;
  const undoSplit = () => {
    if (split.done) split.join(split.done);
  };
  useHotkeys({
    j: () => moveFocus(list.current, '[data-trajectory-link]', 1),
    k: () => moveFocus(list.current, '[data-trajectory-link]', -1),
    '/': () => field.current?.focus(),
    u: undoSplit,
  });
  const body = () => {
    if (query.error && !query.data)
      return <ErrorPane title="Trajectories could not be loaded" error={query.error} retry={() => void query.refetch()} />;
    if (isBare) return <NoTrajectories />;
    if (query.isPending) return late ? Array.from({ length: 6 }, (_, at) => <RowSkeleton key={at} />) : null;
    if (groups.length === 0)
      return (
        <EmptyState title="No prompts match" actions={<Button onClick={() => setText('')}>Remove the filter</Button>}>
          Current filter: “{text}”.
        </EmptyState>
      );
    return groups.map((group) => (
      <TrajectoryGroup
        key={group.key}
        group={group}
        isOpen={openKeys.includes(group.key)}
        nowMs={nowMs ?? 0}
        split={split}
        onToggle={() => toggle(group.key)}
      />
    ));
  };
  const prompts = all.filter(({ kind }) => kind === 'descriptor').length;
  return (
    <>
      <PageHead
        title="Trajectories"
        about={
          query.isSuccess && !isBare
            ? `${printCounted(count(['descriptor', 'unknown']), 'trajectory', 'trajectories')} of ${printCounted(prompts, 'prompt')}`
            : ' '
        }
      >
        {isBare ? null : (
          <FilterField
            ref={field}
            name="Namespace, key or tag"
            keys="/"
            value={text}
            onChange={setText}
            onKeyDown={(event) => {
              if (event.key === 'Escape') event.currentTarget.blur();
            }}
            // As wide as the screen leaves it: the head gives its actions no width of their own.
            className="w-screen max-w-full sm:w-[240px]"
          />
        )}
      </PageHead>
      {query.error && query.data ? <p className="bg-medbg px-3 py-1 text-table text-med">Out of date: {query.error.message}</p> : null}
      <div className="relative min-h-0 flex-1">
        <div ref={list} className="flex h-full flex-col gap-3 overflow-y-auto p-3">
          {body()}
          {query.hasNextPage ? (
            <Button className="self-start" onClick={() => void query.fetchNextPage()}>
              Show more prompts
            </Button>
          ) : null}
        </div>
        <Notice
          text={split.error ? split.error.message : split.done ? `Split into ${printCounted(split.done.parts, 'part')}.` : null}
          isProblem={split.error !== null}
          undo={split.done && !split.error ? { run: undoSplit, keys: 'U' } : null}
          onDismiss={split.dismiss}
        />
      </div>
      <PageFooter place={isBare ? null : 'trajectories'} facts="A trajectory is never changed: importing again only adds to it" />
    </>
  );
};

/** All trajectories by prompt. The address holds open groups and filters, so the screen waits for the address. */
export const TrajectoriesScreen = () => (
  <Suspense>
    <Trajectories />
  </Suspense>
);
