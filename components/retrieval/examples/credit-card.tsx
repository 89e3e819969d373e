'use client';
import { createPortal } from 'react-dom';
import { useDelayed } from '@/components/hooks/use-delayed.ts';
import { useMounted } from '@/components/hooks/use-mounted.ts';
import { useNow } from '@/components/hooks/use-now.ts';
import { Button } from '@/components/ui/button.tsx';
import { Card } from '@/components/ui/card.tsx';
import { ErrorLine } from '@/components/ui/error-line.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { printCount } from '@/lib/print/number.ts';
import { ComparisonSkeleton } from '../comparison/comparison-skeleton.tsx';
import { CreditRow } from './credit-row.tsx';
import { useCredits } from './use-credits.ts';

const heads = ['Given', 'Completed', 'Rate, smoothed', 'Last given'];

/** Outcomes after sessions were given as examples, and a switch for each session. */
export const CreditCard = () => {
  const nowMs = useNow();
  const isMounted = useMounted();
  const { list, credits, total, pending, set, notice, undo, dismiss } = useCredits();
  const { error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const isLate = useDelayed(isPending);
  if (isPending) return <ComparisonSkeleton isShown={isLate} className="min-h-24" />;
  return (
    <Card
      title="Examples by what followed"
      count={total > 0 ? printCount(total) : null}
      aside="turns that were given it; interval 95 %"
      className="shrink-0"
      bodyClassName="overflow-x-auto"
    >
      {error && !credits ? <ErrorLine title="The examples could not be loaded" error={error} retry={() => void refetch()} /> : null}
      {credits?.length === 0 ? (
        <p className="p-3 text-table text-text2">No session was given as an example yet. Once some were, this says what followed.</p>
      ) : null}
      {credits && credits.length > 0 ? (
        <table className="w-full border-collapse text-table" aria-label="Examples by what followed">
          <thead>
            <tr className="border-b border-line text-text3">
              <th scope="col" className="sticky left-0 z-1 h-8 bg-panel px-3 text-left font-normal">
                Example
              </th>
              {heads.map((head) => (
                <th key={head} scope="col" className="px-2 text-right font-normal whitespace-nowrap">
                  {head}
                </th>
              ))}
              <th scope="col" className="pr-3 pl-2">
                <span className="sr-only">Offered</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {credits.map((credit) => (
              <CreditRow
                key={credit.sessionId}
                credit={credit}
                nowMs={nowMs}
                isBlocked={pending?.id === credit.sessionId ? pending.blocked : credit.blockedAtMs !== null}
                onSet={(title, blocked) => set({ id: credit.sessionId, title, blocked })}
              />
            ))}
          </tbody>
        </table>
      ) : null}
      {hasNextPage ? (
        <div className="sticky left-0 w-fit p-2">
          <Button onClick={() => void fetchNextPage()} refused={isFetchingNextPage ? 'Loading…' : null}>
            Load more
          </Button>
        </div>
      ) : null}
      {isMounted
        ? createPortal(
            <div className="pointer-events-none fixed inset-x-0 bottom-8 z-30">
              <Notice text={notice?.text ?? null} isProblem={notice?.isProblem} undo={undo && { run: undo }} onDismiss={dismiss} />
            </div>,
            document.body,
          )
        : null}
    </Card>
  );
};
