'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import Link from 'next/link';
import type { RefObject } from 'react';
import { useDelayed } from '@/components/hooks/use-delayed.ts';
import { useNow } from '@/components/hooks/use-now.ts';
import { Button, buttonClass } from '@/components/ui/button.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { ErrorLine } from '@/components/ui/error-line.tsx';
import { ErrorPane } from '@/components/ui/error-pane.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { summaryQueries } from '@/lib/client/queries/summary-queries.ts';
import { printCounted } from '@/lib/print/number.ts';
import { SummaryItem } from './summary-item.tsx';
import type { SummariesState } from './use-summaries-state.ts';

const NoSummaries = ({ behind }: { behind: number }) => (
  <EmptyState
    title="No summaries yet"
    actions={
      <Link href="/import" className={buttonClass('primary')}>
        Import files
      </Link>
    }
  >
    {behind > 0
      ? `${printCounted(behind, 'session')} to summarize. They appear here as they are made.`
      : 'Every answered prompt of an imported session gets one, made on this machine from sentences of the session.'}
  </EmptyState>
);

/** Summaries as the filters leave them, newest first; of one session in its order. */
export const SummaryList = ({ url: { state, filter, clear }, list }: { url: SummariesState; list: RefObject<HTMLUListElement | null> }) => {
  const nowMs = useNow();
  const { data, error, refetch, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    summaryQueries.list({ ...filter, sort: state.sort }),
  );
  const isLate = useDelayed(isPending);
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  if (error && !data) return <ErrorPane title="The summaries could not be loaded" error={error} retry={() => void refetch()} />;
  if (!data) return isLate ? <Skeleton className="m-3 h-40" /> : null;
  if (items.length === 0 && Object.keys(filter).length === 0) return <NoSummaries behind={data.pages[0]?.behind ?? 0} />;
  if (items.length === 0)
    return (
      <EmptyState
        title="No summaries match"
        actions={
          <Button look="primary" onClick={clear}>
            Remove all filters
          </Button>
        }
      >
        No summary has all of what the filters ask for.
      </EmptyState>
    );
  return (
    <>
      <ul ref={list} aria-label="Summaries" className="m-3 rounded-card border border-line bg-panel">
        {items.map((one) => (
          <SummaryItem key={`${one.session_id} ${one.message_id}`} of={one} nowMs={nowMs} />
        ))}
      </ul>
      {error ? <ErrorLine title="Not all summaries could be loaded" error={error} retry={() => void fetchNextPage()} /> : null}
      {hasNextPage ? (
        <div className="px-3 pb-3">
          <Button onClick={() => void fetchNextPage()} refused={isFetchingNextPage ? 'Loading…' : null}>
            Load more
          </Button>
        </div>
      ) : null}
    </>
  );
};
