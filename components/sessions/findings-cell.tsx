import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import { toSeverity } from '@/components/marks/to-severity.ts';
import type { Session } from '@/lib/domain/session.ts';
import { printCount } from '@/lib/print/number.ts';

/** How many findings a session has, with the mark of the worst; a dash while no observer has seen it. */
export const FindingsCell = ({ findings, worstFinding }: Pick<Session, 'findings' | 'worstFinding'>) => (
  <span className="inline-flex items-center gap-1.5">
    {worstFinding === null ? null : <SeverityMark severity={toSeverity(worstFinding)} size={10} named />}
    {printCount(findings)}
  </span>
);
