'use client';
import { useNow } from '@/components/hooks/use-now.ts';
import { PageFooter } from '@/components/shell/page-footer.tsx';
import type { SessionDetail } from '@/lib/contracts/sessions.ts';
import { printAgo } from '@/lib/print/duration.ts';
import { printCounted } from '@/lib/print/number.ts';

type Props = { session: SessionDetail; records: number | null; rows: number };

/** Keys of the page, and what there is of the session and what is missing. */
export const SessionFooter = ({ session, records, rows }: Props) => {
  const nowMs = useNow(10_000);
  const { badLines, unknownRecords, orphanCalls } = session.completeness;
  const facts = [
    records === null ? null : printCounted(records, 'record'),
    printCounted(rows, 'row'),
    `${printCounted(badLines, 'line')} skipped`,
    unknownRecords > 0 ? `${printCounted(unknownRecords, 'record')} not understood` : null,
    orphanCalls > 0 ? `${printCounted(orphanCalls, 'call')} without a result` : null,
    nowMs === null || session.endedAtMs === null ? null : `last record ${printAgo(nowMs - session.endedAtMs)}`,
  ];
  return <PageFooter place="session" facts={facts.filter((fact) => fact !== null).join(' · ')} />;
};
