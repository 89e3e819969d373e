import { OutcomeMark } from '@/components/marks/outcome-mark.tsx';
import type { Session } from '@/lib/domain/session.ts';
import { printCount } from '@/lib/print/number.ts';

type Props = { session: Pick<Session, 'toolRejected' | 'toolDenied' | 'toolInterrupted'> };

/** How many calls were rejected, denied and interrupted, where there is room: each with its mark, nothing for none. */
export const StoppedCounts = ({ session: { toolRejected, toolDenied, toolInterrupted } }: Props) => (
  <span className="mr-1.5 hidden gap-1.5 text-fact xl:inline-flex">
    {(
      [
        ['rejected', toolRejected, 'text-rejected'],
        ['denied', toolDenied, 'text-denied'],
        ['interrupted', toolInterrupted, 'text-med'],
      ] as const
    ).map(([outcome, count, color]) =>
      count === 0 ? null : (
        <span key={outcome} className={`inline-flex items-center gap-0.5 ${color}`}>
          <OutcomeMark outcome={outcome} size={9} named />
          {printCount(count)}
        </span>
      ),
    )}
  </span>
);
