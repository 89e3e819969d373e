'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useDelayed } from '@/components/hooks/use-delayed.ts';
import { useNow } from '@/components/hooks/use-now.ts';
import { Button } from '@/components/ui/button.tsx';
import { Card } from '@/components/ui/card.tsx';
import { Chip } from '@/components/ui/chip.tsx';
import { ErrorLine } from '@/components/ui/error-line.tsx';
import { retrievalQueries } from '@/lib/client/queries/retrieval-queries.ts';
import { printCount, printCounted } from '@/lib/print/number.ts';
import { printDayClock, printIso } from '@/lib/print/time.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { ComparisonSkeleton } from '../comparison/comparison-skeleton.tsx';

const MaybeLink = ({ href, children }: { href: string | null; children: string }) =>
  href === null ? (
    <span className="truncate text-table font-medium" title="The transcript of this turn is not in the archive yet">
      {children}
    </span>
  ) : (
    <Link href={href} prefetch={false} className="row-focus truncate text-table font-medium hover:underline">
      {children}
    </Link>
  );

/** Examples that agents were given for their turns, newest first. */
export const GivenList = () => {
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(retrievalQueries.given());
  const nowMs = useNow();
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const total = data?.pages[0]?.total ?? 0;
  const isLate = useDelayed(isPending);
  if (isPending) return <ComparisonSkeleton isShown={isLate} className="min-h-24" />;
  return (
    <Card title="Given to agents" count={total > 0 ? printCount(total) : null} className="shrink-0" bodyClassName="">
      {error && !data ? <ErrorLine title="The list could not be loaded" error={error} retry={() => void refetch()} /> : null}
      {data && items.length === 0 ? (
        <p className="p-3 text-table text-text2">
          Nothing yet. With <code className="font-mono">retrieval: on_prompt: true</code> in the configuration file, the hook adds examples
          to each prompt.
        </p>
      ) : null}
      <ul>
        {items.map(({ sessionId, turnIdx, recordId, prompt, source, examples, sectionChars, withheld, atMs }) => (
          <li key={`${sessionId} ${turnIdx}`} className="flex flex-col border-b border-line px-3 py-1.5 last:border-b-0">
            <MaybeLink href={recordId === null ? null : `/sessions/${sessionId}?record=${encodeURIComponent(recordId)}`}>
              {toVisibleText(prompt.replaceAll(/\s+/gu, ' ')) || '(empty prompt)'}
            </MaybeLink>
            <span className="flex items-center gap-2 text-fact text-text3">
              {withheld ? (
                <span title="The session is in the control arm of an experiment: the agent got nothing, and what it would have got is recorded.">
                  <Chip tone="dashed">withheld</Chip>
                </span>
              ) : null}
              <span>{examples.length === 0 ? 'no examples' : printCounted(examples.length, 'example')}</span>
              {sectionChars > 0 ? <span>{printCounted(sectionChars, 'character')}</span> : null}
              <span>by {source}</span>
              <span className="ml-auto" title={printIso(atMs)}>
                {nowMs === null ? null : printDayClock(atMs, nowMs)}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <div className="p-2">
          <Button onClick={() => void fetchNextPage()} refused={isFetchingNextPage ? 'Loading…' : null}>
            Load more
          </Button>
        </div>
      ) : null}
    </Card>
  );
};
