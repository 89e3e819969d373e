import { colorOf, OutcomeMark } from '@/components/marks/outcome-mark.tsx';
import type { Session } from '@/lib/domain/session.ts';
import { printCount } from '@/lib/print/number.ts';
import { stoppedKinds } from '@/lib/print/stopped-calls.ts';

/** How many calls were rejected, denied and interrupted, where there is room: each with its mark, nothing for none. */
export const StoppedCounts = ({ session }: { session: Pick<Session, 'toolRejected' | 'toolDenied' | 'toolInterrupted'> }) => (
  <span className="mr-1.5 hidden gap-1.5 text-fact xl:inline-flex">
    {stoppedKinds.map(([key, outcome]) =>
      session[key] === 0 ? null : (
        <span key={outcome} className={`inline-flex items-center gap-0.5 ${colorOf(outcome)}`}>
          <OutcomeMark outcome={outcome} size={9} named />
          {printCount(session[key])}
        </span>
      ),
    )}
  </span>
);
