import Link from 'next/link';
import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import { toSeverity } from '@/lib/domain/to-severity.ts';
import { toSessionObservationsHref } from '@/components/observations/evidence-link.ts';
import type { Session } from '@/lib/domain/session.ts';
import { printCount, printCounted } from '@/lib/print/number.ts';

type Props = Pick<Session, 'id' | 'findings' | 'worstFinding'>;

/** How many findings a session has, with the mark of the worst, as a link to their triage; a dash while no observer has seen it. */
export const FindingsCell = ({ id, findings, worstFinding }: Props) => {
  const mark = worstFinding === null ? null : <SeverityMark severity={toSeverity(worstFinding)} size={10} named />;
  const count = printCount(findings);
  if (!findings) return count;
  return (
    <Link
      href={toSessionObservationsHref(id)}
      prefetch={false}
      aria-label={`Triage ${printCounted(findings, 'finding')}`}
      className="relative z-10 inline-flex items-center gap-1.5 rounded-chip hover:text-accent hover:underline"
    >
      {mark}
      {count}
    </Link>
  );
};
