'use client';
import Link from 'next/link';
import { SecretText } from '@/components/marks/secret-text.tsx';
import { toSessionObservationsHref } from '@/components/observations/evidence-link.ts';
import { ChevronLeft, PanelTopClose, PanelTopOpen, Play, Terminal } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { LiveChip } from '@/components/marks/live-chip.tsx';
import { NoteButton } from '@/components/sessions/note-button.tsx';
import { StarButton } from '@/components/sessions/star-button.tsx';
import { toListHref, useOpenedList } from '@/components/sessions/use-session-list-state.ts';
import { findTrajectoryHref } from '@/components/trajectories/trajectory-words.ts';
import { CopyButton } from '@/components/ui/copy-button.tsx';
import { CopyLink } from '@/components/ui/copy-link.tsx';
import { Icon } from '@/components/ui/icon.tsx';
import { IconButton } from '@/components/ui/icon-button.tsx';
import { printSpan } from '@/lib/print/duration.ts';
import { printCostNote, printCostWithSubagents, printErrorsWithSubagents, printSessionCost } from '@/lib/print/cost-note.ts';
import { printCount, printCounted } from '@/lib/print/number.ts';
import { printProject, printProjectRoot } from '@/lib/print/project.ts';
import { listStoppedCalls } from '@/lib/print/stopped-calls.ts';
import { computeDurationMs, printEndings } from '@/lib/print/session-facts.ts';
import { printSessionTitle } from '@/lib/print/session-title.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { unknownCounts } from './facts-as-of.ts';
import { printAgent } from './session-facts.tsx';
import { DeleteSession } from './delete-session.tsx';
import { EndSession } from './end-session.tsx';
import { ExportSession } from './export-session.tsx';
import { NeighborLinks } from './neighbor-links.tsx';
import { RelatedSessions } from './related-sessions.tsx';
import { ReplayBar } from './replay-bar.tsx';
import type { SessionHead } from './session-head.tsx';
import { SummaryLineSmall } from './summary-line.tsx';
import { VerdictLine } from './verdict-line.tsx';

type Props = Omit<ComponentProps<typeof SessionHead>, 'onEnd'> & {
  /** Only the title is left. */
  isCollapsed: boolean;
  onCollapse: () => void;
};

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-fact text-text3">{name}</dt>
    <dd className="text-read font-semibold">{children}</dd>
  </div>
);

/** The head on a small screen: title, verdict, five facts. */
export const SessionHeadSmall = ({
  session,
  verdict,
  waste,
  asOf,
  assessments,
  replay,
  onReplay,
  related,
  onCall,
  linkOf,
  linkCopied,
  isCollapsed,
  onCollapse,
}: Props) => {
  const { toolCalls, toolErrors } = asOf ? (asOf.counts ?? unknownCounts) : session;
  const [spanMs, activeMs, costUsd] = asOf ? [null, null, null] : [computeDurationMs(session), session.activeMs, session.costUsd];
  const withoutPrompt = session.titleBasis === 'answer' ? 'no prompt' : null;
  const about = [
    withoutPrompt,
    printProject(session),
    printAgent(session),
    printSpan(spanMs),
    printSessionCost({ ...session, costUsd }),
  ].filter((part) => part !== null && part !== '–');
  const trajectory = findTrajectoryHref(session);
  const list = useOpenedList();
  return (
    <header className="border-b border-line bg-panel sm:hidden">
      <div className="flex items-center gap-1 px-1 py-1">
        <Link
          href={session.parentId === null ? toListHref(list) : `/sessions/${session.parentId}`}
          aria-label="Back"
          className="flex size-10 shrink-0 items-center justify-center text-text2"
        >
          <Icon of={ChevronLeft} size={18} />
        </Link>
        <div className="min-w-0 flex-1">
          <h1 className="truncate text-title">
            <SecretText text={printSessionTitle(session)} />
          </h1>
          <p className="truncate text-fact text-text3">{toVisibleText(about.join(', '))}</p>
        </div>
        <LiveChip session={session} />
        <StarButton session={session} />
        <IconButton
          icon={isCollapsed ? PanelTopOpen : PanelTopClose}
          name={isCollapsed ? 'Show the summary' : 'Hide the summary'}
          aria-expanded={!isCollapsed}
          onClick={onCollapse}
        />
      </div>
      {replay ? (
        <div className="border-t border-line px-3 py-1.5">
          <ReplayBar replay={replay} />
        </div>
      ) : null}
      {isCollapsed ? null : (
        <div className="border-t border-line pt-1.5 pb-0.5">
          <VerdictLine verdict={verdict} waste={waste} onCall={onCall} />
          {session.turns === 0 || asOf ? null : <SummaryLineSmall sessionId={session.id} />}
          <RelatedSessions session={session} sessions={related} />
          {asOf || listStoppedCalls(session).length === 0 ? null : (
            <p className="px-3 text-fact text-text2">Calls: {listStoppedCalls(session).join(', ')}</p>
          )}
          {asOf || printEndings(session) === '' ? null : (
            <p className="px-3 text-fact text-text2">
              {printCounted(session.turns, 'turn')}: {printEndings(session)}
            </p>
          )}
          {session.countedInId === null ? null : (
            <Link href={`/sessions/${session.countedInId}`} className="block truncate px-3 text-fact text-accent">
              {printCostNote(session)}
            </Link>
          )}
          {asOf || !session.subagents ? null : (
            <p className="px-3 text-fact text-text2">
              {[printErrorsWithSubagents(session), printCostWithSubagents(session)]
                .flatMap((sum, at) => (sum === null ? [] : [`${at === 0 ? 'Errors' : 'Cost'} ${sum}`]))
                .join(' · ')}
            </p>
          )}
          {session.projectRoot === null ? null : (
            <p className="px-3 text-fact break-words text-text3">{toVisibleText(printProjectRoot(session) ?? '')}</p>
          )}
          <div className="px-3">
            <NoteButton session={session} isLine />
          </div>
          {/* Each has its place before it is known: findings that arrive move nothing. */}
          <dl className="flex justify-between gap-2 px-3 pt-1">
            <Figure name="Calls">{printCount(toolCalls)}</Figure>
            <Figure name="Errors">{printCount(toolErrors)}</Figure>
            {waste ? (
              <Figure name="Wasted">{printCounted(waste.calls, 'call')}</Figure>
            ) : (
              <Figure name="Active">{printSpan(activeMs)}</Figure>
            )}
            <Figure name="Cost">{printSessionCost({ ...session, costUsd })}</Figure>
            <Figure name="Assessments">
              {assessments > 0 ? (
                <Link href={`/sessions/${session.id}/assessments`} className="text-accent">
                  {printCount(assessments)}
                </Link>
              ) : (
                '–'
              )}
            </Figure>
          </dl>
          <div className="flex min-h-8 flex-wrap items-center gap-y-1 px-3">
            <EndSession session={session} />
            <p className="flex gap-3 text-table text-accent *:flex *:min-h-8 *:items-center">
              {assessments > 0 ? <Link href={toSessionObservationsHref(session.id)}>Triage</Link> : null}
              {trajectory === null ? null : <Link href={trajectory}>Trajectory</Link>}
            </p>
            <span className="ml-auto flex">
              {session.toolCalls > 0 && !replay ? <IconButton icon={Play} name="Replay" onClick={onReplay} /> : null}
              {session.resumeCommand === null ? null : (
                <CopyButton text={session.resumeCommand} name={`Copy ${session.resumeCommand}`} icon={Terminal} />
              )}
              <CopyLink linkOf={linkOf} byKey={linkCopied} hasKey={false} />
              <NoteButton session={session} />
              <ExportSession id={session.id} />
              <DeleteSession id={session.id} />
              <NeighborLinks id={session.id} />
            </span>
          </div>
        </div>
      )}
    </header>
  );
};
