'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useDelayed } from '@/components/hooks/use-delayed.ts';
import { Button } from '@/components/ui/button.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { ErrorPane } from '@/components/ui/error-pane.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { reviewQueries } from '@/lib/client/queries/review-queries.ts';
import { RunCard } from './run-card.tsx';
import type { ShownRuns } from './use-shown-runs.ts';

/** `session` null: of all sessions. `onShowAll` null: nothing else can be shown. */
type Props = { session: string | null; runs: ShownRuns; nowMs: number; onShowAll: (() => void) | null };

/** Every run over a session, or over all of them, newest first. */
export const RunList = ({ session, runs, nowMs, onShowAll }: Props) => {
  const { data, error, refetch, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    reviewQueries.runs(session === null ? {} : { session }),
  );
  const isLate = useDelayed(isPending);
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const showAll = onShowAll && <Button onClick={onShowAll}>Show all</Button>;
  if (error && !data) return <ErrorPane title="The runs could not be loaded" error={error} retry={() => void refetch()} />;
  if (!data) return isLate ? <Skeleton className="m-3 h-16" /> : null;
  if (items.length === 0)
    return session === null ? null : (
      <EmptyState title="No reviewer looked at this session" actions={showAll}>
        Run reviewers on it, or let your agent send its events.
      </EmptyState>
    );
  return (
    <>
      <div className="flex shrink-0 items-center gap-2">
        <h2 className="min-w-0 flex-1 text-title">{session === null ? 'Past runs' : 'Runs over one session'}</h2>
        {showAll}
      </div>
      {items.map((run) => (
        <RunCard
          key={run.id}
          run={run}
          onCancel={() => runs.cancel(run.id)}
          isCanceling={runs.cancelingId === run.id}
          onClose={null}
          nowMs={nowMs}
        />
      ))}
      {hasNextPage ? (
        <Button className="self-start" refused={isFetchingNextPage ? 'Loading…' : null} onClick={() => void fetchNextPage()}>
          Load more
        </Button>
      ) : null}
    </>
  );
};
