'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { useDelayed } from '@/components/hooks/use-delayed.ts';
import { Button } from '@/components/ui/button.tsx';
import { Card } from '@/components/ui/card.tsx';
import { ErrorLine } from '@/components/ui/error-line.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { reviewQueries } from '@/lib/client/queries/review-queries.ts';
import { printCount } from '@/lib/print/number.ts';
import { ReviewRow } from './review-row.tsx';

type Props = { reviewerId: string; onShowRun: (id: string) => void; nowMs: number; list: RefObject<HTMLUListElement | null> };

/** Every run of a reviewer, newest first, with the reason for each review and each skip. */
export const ReviewLog = ({ reviewerId, onShowRun, nowMs, list }: Props) => {
  const query = useInfiniteQuery(reviewQueries.runs({ reviewer: reviewerId }));
  const { data, error, refetch, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const isLate = useDelayed(isPending);
  const entries = (data?.pages.flatMap(({ items }) => items) ?? []).flatMap((run) => {
    const review = run.reviews.find((one) => one.reviewerId === reviewerId);
    return review ? [{ run, review }] : [];
  });
  const total = data?.pages[0]?.total ?? 0;
  return (
    <Card title="Run log" count={total > 0 ? printCount(total) : null} aside="newest first" className="shrink-0" bodyClassName="">
      {error && !data ? <ErrorLine title="The run log could not be loaded" error={error} retry={() => void refetch()} /> : null}
      {isLate ? <Skeleton className="m-3 h-16" /> : null}
      {data && entries.length === 0 ? (
        <p className="p-3 text-table text-text3">It has not run yet. Run it on a session, or let your agent send its events.</p>
      ) : null}
      <ul ref={list} aria-label="Reviews">
        {entries.map(({ run, review }) => (
          <ReviewRow key={run.id} run={run} review={review} names="session" onShowRun={onShowRun} nowMs={nowMs} />
        ))}
      </ul>
      {error && data ? <ErrorLine title="Not all reviews could be loaded" error={error} retry={() => void fetchNextPage()} /> : null}
      {hasNextPage ? (
        <div className="border-t border-line px-3 py-1.5">
          <Button size="small" refused={isFetchingNextPage ? 'Loading…' : null} onClick={() => void fetchNextPage()}>
            Load more
          </Button>
        </div>
      ) : null}
    </Card>
  );
};
