'use client';
import { Fragment, type ReactNode } from 'react';
import { useIncomplete } from './use-incomplete.ts';
import { useNow } from '@/components/hooks/use-now.ts';
import type { Timeline } from './use-timeline.ts';
import { PageFooter } from '@/components/shell/page-footer.tsx';
import type { SessionDetail } from '@/lib/contracts/sessions.ts';
import { printAgo } from '@/lib/print/duration.ts';
import { printCounted } from '@/lib/print/number.ts';

type Props = { session: SessionDetail; view: Timeline['view'] };

const Leading = ({ title, onClick, children }: { title: string; onClick: () => void; children: ReactNode }) => (
  <button type="button" title={title} onClick={onClick} className="text-accent hover:underline">
    {children}
  </button>
);

/** Keys of the page, and what is stored or missing of the session; each gap links to its next place. */
export const SessionFooter = ({ session, view }: Props) => {
  const nowMs = useNow(10_000);
  const goToNext = useIncomplete(session.id, view.closed);
  const { badLines, unknownRecords, orphanCalls } = session.completeness;
  const records = view.index.data?.totalRecords ?? null;
  const facts: ReactNode[] = [
    records === null ? null : printCounted(records, 'record'),
    printCounted(view.rows.length, 'row'),
    `${printCounted(badLines, 'line')} skipped`,
    unknownRecords > 0 ? (
      <Leading title="Go to the next one" onClick={() => goToNext('unknown')}>
        {printCounted(unknownRecords, 'unrecognized record')}
      </Leading>
    ) : null,
    orphanCalls > 0 ? (
      <Leading title="Go to the next one" onClick={() => goToNext('orphan')}>
        {printCounted(orphanCalls, 'call')} without a result
      </Leading>
    ) : null,
    nowMs === null || session.endedAtMs === null ? null : `last record ${printAgo(nowMs - session.endedAtMs)}`,
  ].filter((fact) => fact !== null);
  return (
    <PageFooter
      place="session"
      facts={facts.map((fact, at) => (
        <Fragment key={at}>
          {at > 0 ? ' · ' : ''}
          {fact}
        </Fragment>
      ))}
    />
  );
};
