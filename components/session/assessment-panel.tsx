'use client';
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import Link from 'next/link';
import type { Findings } from '@/components/findings/use-findings.ts';
import { AssessmentView } from '@/components/findings/assessment-view.tsx';
import { findGroupAt, listStanding } from '@/components/findings/assessment-groups.ts';
import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import { toSeverity } from '@/lib/domain/to-severity.ts';
import { CallLink } from '@/components/findings/call-link.tsx';
import { ErrorPane } from '@/components/ui/error-pane.tsx';
import { IconButton } from '@/components/ui/icon-button.tsx';
import { printClockExact, printIso } from '@/lib/print/time.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { AssessmentText } from './assessment-text.tsx';
import { ObserverStates } from './observer-states.tsx';

type Props = { sessionId: string; findings: Findings; playhead: number | null; onCall: (call: number) => void };

const Nothing = ({ findings: { known, groups, observedTo }, playhead }: Pick<Props, 'findings' | 'playhead'>) => (
  <p className="p-3 text-table text-text3">
    {!known
      ? ''
      : observedTo === null
        ? 'No calls of this session have been observed yet.'
        : groups.length === 0
          ? 'The observers found nothing.'
          : `No assessment up to #${playhead}.`}
  </p>
);

type StepProps = { name: string; icon: LucideIcon; to: { call: number } | undefined; onCall: (call: number) => void };

const Step = ({ name, icon, to, onCall }: StepProps) => (
  <IconButton icon={icon} name={name} size="small" disabled={!to} className="disabled:opacity-40" onClick={() => to && onCall(to.call)} />
);

/** The latest assessment at the playhead, by all observers, with findings that are still open; steps to older and newer ones. */
export const AssessmentPanel = ({ sessionId, findings, playhead, onCall }: Props) => {
  const { groups, episodes, error, retry, observedTo } = findings;
  if (error) return <ErrorPane title="Assessments could not be loaded" error={error} retry={retry} />;
  const at = findGroupAt(groups, playhead);
  const [older, group, newer] = [groups[at - 1], groups[at], groups[at + 1]];
  return (
    <>
      {groups.length > 0 ? (
        <header className="flex min-h-8 items-center gap-1 border-b border-line bg-sunken px-2 text-table">
          <Step name="Older assessment" icon={ChevronLeft} to={older} onCall={onCall} />
          {group ? (
            <span className="whitespace-nowrap">
              <CallLink call={group.call} className="font-mono font-semibold" />{' '}
              <span className="text-text2" title={printIso(group.atMs)}>
                {group.atMs === null ? '' : `${printClockExact(group.atMs).slice(0, 8)}, `}
                {at + 1} of {groups.length}
              </span>
            </span>
          ) : (
            <span className="text-text2">none yet; {groups.length} later</span>
          )}
          <Step name="Newer assessment" icon={ChevronRight} to={newer} onCall={onCall} />
          {group && older ? (
            <Link
              href={`/sessions/${sessionId}/assessments?a=${older.call}&b=${group.call}`}
              className="ml-auto pr-1 text-accent hover:underline"
            >
              Compare with #{older.call}
            </Link>
          ) : null}
        </header>
      ) : null}
      {group ? (
        <>
          {group.assessments.map((one) => (
            <AssessmentView key={one.observer} assessment={one} groups={groups} at={at} episodes={episodes} />
          ))}
          {listStanding(groups, at).map((one) => (
            <section
              key={one.observer}
              aria-label={one.observerName}
              className="flex items-center gap-2 border-b border-line px-3 py-2.5 text-table"
            >
              <SeverityMark severity={toSeverity(one.severity)} named />
              <h3 className="min-w-0 truncate font-semibold">{toVisibleText(one.observerName)}</h3>
              <span className="ml-auto shrink-0 text-fact text-text3">
                Unchanged since <CallLink call={one.callIndex} />, not repeated
              </span>
            </section>
          ))}
        </>
      ) : (
        <Nothing findings={findings} playhead={playhead} />
      )}
      {observedTo === null ? null : <ObserverStates sessionId={sessionId} at={Math.min(playhead ?? observedTo, observedTo)} />}
      {group ? <AssessmentText sessionId={sessionId} at={group.call} sent={group.sent} /> : null}
    </>
  );
};
