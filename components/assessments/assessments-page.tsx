'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { Suspense } from 'react';
import { CallNavigationContext } from '@/components/findings/call-navigation.ts';
import { useDelayed } from '@/components/hooks/use-delayed.ts';
import { useFindings } from '@/components/findings/use-findings.ts';
import { useMounted } from '@/components/hooks/use-mounted.ts';
import { usePageTitle } from '@/components/hooks/use-page-title.ts';
import { RowSkeleton } from '@/components/session/rows/row-skeleton.tsx';
import { SessionMissing } from '@/components/session/session-missing.tsx';
import { buttonClass } from '@/components/ui/button.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { ErrorPane } from '@/components/ui/error-pane.tsx';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import type { SessionDetail } from '@/lib/contracts/sessions.ts';
import { printSessionTitle } from '@/lib/print/session-title.ts';
import { AssessmentsHead } from './assessments-head.tsx';
import { Comparison } from './comparison.tsx';

const Waiting = () => (
  <div aria-busy="true" aria-label="Loading assessments" className="flex flex-col gap-2 p-3">
    {Array.from({ length: 8 }, (_, at) => (
      <RowSkeleton key={at} />
    ))}
  </div>
);

const toReason = ({ toolCalls }: SessionDetail, observedTo: number | null): string => {
  if (toolCalls === 0) return 'This session has no tool calls, so there is nothing to observe.';
  if (observedTo === null) return 'No calls have been observed yet. Assessments appear here as observers run.';
  return 'The observers found nothing.';
};

const Loaded = ({ session }: { session: SessionDetail }) => {
  const findings = useFindings(session.id);
  const late = useDelayed(!findings.known);
  if (findings.groups.length > 0) return <Comparison session={session} findings={findings} />;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <AssessmentsHead session={session} compare={null} text={null} />
      <div className="min-h-0 flex-1 overflow-y-auto bg-panel">
        {findings.error ? <ErrorPane title="Assessments could not be loaded" error={findings.error} retry={findings.retry} /> : null}
        {!findings.known && !findings.error && late ? <Waiting /> : null}
        {findings.known ? (
          <EmptyState
            title="No assessments"
            actions={
              <Link href={`/sessions/${session.id}`} className={buttonClass('primary')}>
                Go to the session
              </Link>
            }
          >
            {toReason(session, findings.observedTo)}
          </EmptyState>
        ) : null}
      </div>
    </div>
  );
};

const toPath = (id: string): string => `/sessions/${id}/assessments`;

/** The assessments of a session, by its id, a short one too, or by `family:nativeId`. */
export const AssessmentsPage = ({ id }: { id: string }) => {
  const detail = useQuery(sessionQueries.get(id));
  const late = useDelayed(detail.isPending);
  const mounted = useMounted();
  const session = detail.data;
  usePageTitle(session ? `Assessments · ${printSessionTitle(session)}` : null);
  if (session && mounted) {
    return (
      <CallNavigationContext value={{ hrefOf: (call) => `/sessions/${session.id}?call=${call}`, onCall: null }}>
        <Suspense>
          <Loaded session={session} />
        </Suspense>
      </CallNavigationContext>
    );
  }
  if (!detail.error) return late ? <Waiting /> : null;
  return <SessionMissing id={id} toPath={toPath} loading={<Waiting />} error={detail.error} retry={() => void detail.refetch()} />;
};
