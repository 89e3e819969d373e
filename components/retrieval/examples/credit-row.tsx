import Link from 'next/link';
import { Button } from '@/components/ui/button.tsx';
import { cx } from '@/components/ui/cx.ts';
import type { ExampleCredit } from '@/lib/domain/credit.ts';
import { printCount, printCounted } from '@/lib/print/number.ts';
import { printInterval, printRate } from '@/lib/print/precision.ts';
import { printSessionTitle } from '@/lib/print/session-title.ts';
import { printDay, printIso } from '@/lib/print/time.ts';
import { unknown } from '@/lib/print/unknown.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';

const percent = (share: number): string => `${share * 100}%`;

/** A rate from 0 to 1 as a point on a line, with its interval. */
const RateBar = ({ rate: { value, interval } }: { rate: NonNullable<ExampleCredit['rate']> }) => (
  <svg aria-hidden className="h-4 w-20 overflow-visible">
    <line x1={0} x2="100%" y1={8} y2={8} stroke="var(--line)" strokeWidth={2} />
    {interval ? <line x1={percent(interval.low)} x2={percent(interval.high)} y1={8} y2={8} stroke="var(--text2)" strokeWidth={2} /> : null}
    <circle cx={percent(value)} cy={8} r={3.5} fill="var(--accent)" />
  </svg>
);

type Props = {
  credit: ExampleCredit;
  nowMs: number | null;
  /** Whether it is offered, as far as the page knows. */
  isBlocked: boolean;
  onSet: (title: string, blocked: boolean) => void;
};

export const toCreditTitle = ({ session, sessionId }: ExampleCredit): string =>
  printSessionTitle({ title: session?.title ?? null, id: sessionId });

/** An example: how often it was given, what followed, and whether it goes on being offered. */
export const CreditRow = ({ credit, nowMs, isBlocked, onSet }: Props) => {
  const { sessionId, session, given, completed, withOutcome, rate, lastGivenAtMs } = credit;
  const title = toCreditTitle(credit);
  return (
    <tr className="group border-b border-line last:border-b-0 hover:bg-hover">
      <th scope="row" className="sticky left-0 z-1 h-11 w-full max-w-0 min-w-44 bg-panel px-3 text-left font-normal group-hover:bg-hover">
        {session === null ? (
          <span className="block truncate font-medium" title={sessionId}>
            {title}
          </span>
        ) : (
          <Link
            href={`/sessions/${sessionId}`}
            prefetch={false}
            title={title}
            className={cx('row-focus block truncate font-medium hover:underline', isBlocked ? 'text-text3' : 'text-accent')}
          >
            {title}
          </Link>
        )}
        <span className="block truncate text-fact text-text3">
          {session === null ? 'not in the archive' : toVisibleText(session.project ?? '')}
          {isBlocked ? ' · not offered' : ''}
        </span>
      </th>
      <td className="px-2 text-right whitespace-nowrap">{printCount(given)}</td>
      <td className="px-2 text-right whitespace-nowrap">
        {withOutcome === 0 ? unknown : `${printCount(completed)} of ${printCount(withOutcome)}`}
      </td>
      <td className="px-2 whitespace-nowrap">
        {rate === null ? (
          unknown
        ) : (
          <span
            className="flex items-center gap-2"
            title={rate.interval ? `95 %: ${printInterval(rate.interval)} %, from ${printCounted(rate.clusters, 'session')}` : undefined}
          >
            <RateBar rate={rate} />
            <span className="w-9 text-right">{printRate(rate.value)}</span>
          </span>
        )}
      </td>
      <td className="px-2 text-right whitespace-nowrap text-text2" title={printIso(lastGivenAtMs)}>
        {nowMs === null ? unknown : printDay(lastGivenAtMs, nowMs)}
      </td>
      <td className="py-1 pr-3 pl-2 text-right">
        <Button
          size="small"
          className="w-26"
          aria-label={`${isBlocked ? 'Offer again' : 'Stop offering'}: ${title}`}
          onClick={() => onSet(title, !isBlocked)}
        >
          {isBlocked ? 'Offer again' : 'Stop offering'}
        </Button>
      </td>
    </tr>
  );
};
