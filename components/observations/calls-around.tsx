'use client';
import { useQuery } from '@tanstack/react-query';
import { CallLink } from '@/components/findings/call-link.tsx';
import { OutcomeMark } from '@/components/marks/outcome-mark.tsx';
import { cx } from '@/components/ui/cx.ts';
import { ErrorLine } from '@/components/ui/error-line.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { sessionQueries } from '@/lib/client/queries.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';

const around = 2;
const mostCalls = 14;
const mostChars = 160;

/** The calls that an observation rests on and two at each side, with how each ended. */
export const CallsAround = ({ sessionId, calls }: { sessionId: string; calls: readonly number[] }) => {
  const first = calls[0] ?? 1;
  const last = calls.at(-1) ?? first;
  const from = Math.max(1, first - around);
  const limit = Math.min(mostCalls, last + around - from + 1);
  const { data, error, refetch } = useQuery(sessionQueries.toolCalls(sessionId, { from, limit }));
  if (error) return <ErrorLine title="The calls could not be read" error={error} retry={() => void refetch()} />;
  const cited = new Set(calls);
  return (
    <ol aria-label="Calls" className="rounded-code border border-line bg-term py-1 font-mono text-fact">
      {data?.toolCalls.map(({ callIndex, outcome, name, summary }) => (
        <li
          key={callIndex}
          className={cx('flex h-[17px] items-center gap-2 px-2.5', callIndex >= first && callIndex <= last ? 'text-text' : 'text-text3')}
        >
          <OutcomeMark outcome={outcome} size={9} named />
          <CallLink call={callIndex} className={cited.has(callIndex) ? 'font-semibold' : ''} />
          <span className="truncate">
            {toVisibleText(name)}({toVisibleText(summary.replace(/\s+/gu, ' ').slice(0, mostChars))})
          </span>
        </li>
      )) ??
        Array.from({ length: Math.max(1, limit) }, (_, at) => (
          <li key={at} className="flex h-[17px] items-center px-2.5">
            <Skeleton className="h-2 w-3/5" />
          </li>
        ))}
      {data && last > from + limit - 1 ? <li className="px-2.5 text-text3">… to #{last}</li> : null}
    </ol>
  );
};
