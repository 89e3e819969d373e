import type { Session } from '@/lib/domain/session.ts';
import { printCostWithSubagents, printErrorsWithSubagents, printSessionCost } from '@/lib/print/cost-note.ts';
import { printCount, printCounted } from '@/lib/print/number.ts';
import { printProject } from '@/lib/print/project.ts';
import { listStoppedCalls } from '@/lib/print/stopped-calls.ts';
import { printDayClock } from '@/lib/print/time.ts';

/** The facts under the title on a phone. */
export const printSessionFacts = (session: Session, nowMs: number): string =>
  [
    printProject(session),
    printDayClock(session.startedAtMs, nowMs),
    printCounted(session.toolCalls, 'call'),
    session.toolErrors > 0 ? `${printCount(session.toolErrors)} failed` : null,
    ...listStoppedCalls(session),
    session.subagents && session.subagents.toolErrors > 0 ? `${printErrorsWithSubagents(session)} failed` : null,
    session.findings ? printCounted(session.findings, 'finding') : null,
    session.costUsd === null ? null : printSessionCost(session),
    printCostWithSubagents(session),
  ]
    .filter((fact) => fact !== null)
    .join(' · ');
