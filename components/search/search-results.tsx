'use client';
import type { MouseEvent, RefObject } from 'react';
import { useNow } from '@/components/hooks/use-now.ts';
import { Button } from '@/components/ui/button.tsx';
import { ErrorLine } from '@/components/ui/error-line.tsx';
import { ErrorPane } from '@/components/ui/error-pane.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { printSought } from './edit-query.ts';
import { toHitKey } from './hit-keys.ts';
import { HitRow } from './hit-row.tsx';
import { NoMatches } from './no-matches.tsx';
import { SessionGroup } from './session-group.tsx';
import type { Search } from './use-search.ts';

type Props = {
  search: Search;
  list: RefObject<HTMLOListElement | null>;
  onFollow: (event: MouseEvent) => void;
  onOpen: (q: string, isFlat?: boolean) => void;
};

const Waiting = () => (
  <div role="status" aria-label="Loading">
    {[0, 1, 2].map((group) => (
      <div key={group}>
        <div className="flex h-8 items-center border-b border-line bg-sunken px-3">
          <Skeleton className="h-2 w-2/5" />
        </div>
        {[0, 1, 2].map((row) => (
          <div key={row} className="flex h-[72px] flex-col justify-center gap-3 border-b border-line px-3">
            <Skeleton className="h-2 w-40" />
            <Skeleton className="h-2 w-4/5" />
          </div>
        ))}
      </div>
    ))}
  </div>
);

/** Matches, page after page. */
export const SearchResults = ({ search: { asked, found, pages, isLate, facets }, list, onFollow, onOpen }: Props) => {
  const nowMs = useNow() ?? 0;
  const [first] = pages;
  if (found.error && !first) return <ErrorPane title="Search failed" error={found.error} safe="" retry={() => void found.refetch()} />;
  if (!first) return isLate ? <Waiting /> : null;
  if (first.total === 0) return <NoMatches q={asked} notes={first.notes} onChange={onOpen} />;
  const labelAgent = (agent: string) => facets.agents?.find(({ value }) => value === agent)?.label ?? agent;
  const sought = printSought(asked);
  const groups = pages.flatMap((page) => page.groups);
  return (
    <>
      <ol ref={list} id="results" aria-label="Results" onClickCapture={onFollow}>
        {first.grouping === 'sessions'
          ? groups.map((group) => (
              <SessionGroup key={group.session?.id ?? ''} group={group} q={asked} nowMs={nowMs} labelAgent={labelAgent} onOpen={onOpen} />
            ))
          : groups.flatMap(({ hits }) =>
              hits.map((hit) => <HitRow key={toHitKey(hit)} hit={hit} sought={sought} nowMs={nowMs} hasSession />),
            )}
      </ol>
      {found.isFetchNextPageError ? (
        <ErrorLine title="Not loaded" error={found.error} retry={() => void found.fetchNextPage()} />
      ) : found.hasNextPage ? (
        <div className="flex justify-center border-t border-line p-3">
          <Button aria-busy={found.isFetchingNextPage} onClick={() => void (found.isFetchingNextPage ? null : found.fetchNextPage())}>
            Load more
          </Button>
        </div>
      ) : null}
    </>
  );
};
