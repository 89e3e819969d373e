'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useRef } from 'react';
import { moveFocus } from '@/components/hooks/move-focus.ts';
import { useDelayed } from '@/components/hooks/use-delayed.ts';
import { useHotkeys } from '@/components/hooks/use-hotkeys.ts';
import { Button } from '@/components/ui/button.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { ErrorLine } from '@/components/ui/error-line.tsx';
import { ErrorPane } from '@/components/ui/error-pane.tsx';
import { Icon } from '@/components/ui/icon.tsx';
import { metricQueries } from '@/lib/client/queries/metric-queries.ts';
import { printCounted } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { TurnTable } from './turn-table.tsx';

type Props = {
  /** Whose turns. */
  title: string;
  query: Parameters<typeof metricQueries.turns>[0];
  back: string;
  onBack: () => void;
};

/** The turns behind a number, newest first. */
export const TurnsPane = ({ title, query, back, onBack }: Props) => {
  const { data, error, refetch, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(metricQueries.turns(query));
  const rows = useRef<HTMLDivElement>(null);
  const isLate = useDelayed(isPending);
  const turns = data?.pages.flatMap(({ items }) => items) ?? null;
  const total = data?.pages[0]?.total ?? null;
  useHotkeys({ j: () => moveFocus(rows.current, '[data-turn]', 1), k: () => moveFocus(rows.current, '[data-turn]', -1), Escape: onBack });
  return (
    <section aria-label="Turns" className="flex min-h-0 flex-1 flex-col bg-panel">
      <header className="flex min-h-10 shrink-0 flex-wrap items-center gap-3 border-b border-line px-3 py-1">
        <Button onClick={onBack} size="small">
          <Icon of={ArrowLeft} />
          {back}
        </Button>
        <h2 className="min-w-0 truncate text-table font-semibold">{title === '' ? 'Turns' : `Turns: ${toVisibleText(title)}`}</h2>
        <span className="text-table text-text3">{total === null ? '' : `${printCounted(total, 'turn')}, newest first`}</span>
      </header>
      {error && !data ? <ErrorPane title="The turns could not be loaded" error={error} retry={() => void refetch()} /> : null}
      {turns?.length === 0 ? <EmptyState title="No turns">This group has no turn.</EmptyState> : null}
      <div ref={rows} tabIndex={-1} className="min-h-0 flex-1 overflow-auto">
        {turns === null || turns.length > 0 ? <TurnTable turns={turns} isLate={isLate} /> : null}
        {error && data ? <ErrorLine title="Not all turns could be loaded" error={error} retry={() => void fetchNextPage()} /> : null}
        {hasNextPage ? (
          <div className="sticky left-0 w-fit p-3">
            <Button onClick={() => void fetchNextPage()} refused={isFetchingNextPage ? 'Loading…' : null}>
              Load more
            </Button>
          </div>
        ) : null}
      </div>
    </section>
  );
};
