'use client';
import Link from 'next/link';
import { ArrowDownToLine } from 'lucide-react';
import { memo } from 'react';
import { SecretText } from '@/components/marks/secret-text.tsx';
import { LiveChip } from '@/components/marks/live-chip.tsx';
import { NoteButton } from '@/components/sessions/note-button.tsx';
import { StarButton } from '@/components/sessions/star-button.tsx';
import { toListHref, useOpenedList } from '@/components/sessions/use-session-list-state.ts';
import { Button } from '@/components/ui/button.tsx';
import { CopyLink } from '@/components/ui/copy-link.tsx';
import { Chip } from '@/components/ui/chip.tsx';
import { Icon } from '@/components/ui/icon.tsx';
import type { Replay } from './use-replay.ts';
import type { Waste } from '@/lib/domain/assessment.ts';
import type { SessionDetail } from '@/lib/contracts/sessions.ts';
import type { Session } from '@/lib/domain/session.ts';
import { NoPromptChip } from '@/components/sessions/no-prompt-chip.tsx';
import { printProjectRoot } from '@/lib/print/project.ts';
import { printSessionTitle } from '@/lib/print/session-title.ts';
import { printShortId } from '@/lib/print/short-id.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import type { FactsAsOf } from './facts-as-of.ts';
import { DeleteSession } from './delete-session.tsx';
import { EndSession } from './end-session.tsx';
import { ExportSession } from './export-session.tsx';
import { HeadActions } from './head-actions.tsx';
import { ReplayBar } from './replay-bar.tsx';
import { NeighborLinks } from './neighbor-links.tsx';
import { SessionFacts } from './session-facts.tsx';
import { RelatedSessions } from './related-sessions.tsx';
import { SummaryLine } from './summary-line.tsx';
import { VerdictLine } from './verdict-line.tsx';
import type { Verdict } from './verdict.ts';

type Props = {
  session: SessionDetail;
  verdict: Verdict | null;
  waste: Waste | null;
  /** While the session is played: what is known at the playhead. */
  asOf: FactsAsOf | null;
  /** How many assessments there are, by the calls at which they were made. */
  assessments: number;
  /** The bar that plays the session; it takes the place of the buttons. */
  replay: Replay | null;
  onReplay: () => void;
  related: readonly Session[];
  onCall: (call: number) => void;
  onEnd: () => void;
  linkOf: () => string;
  linkCopied: boolean;
};

const crumb = 'shrink-0 text-text2 hover:text-text hover:underline';

/** Trail, title and live state; the verdict; the facts. */
export const SessionHead = memo(
  ({ session, verdict, waste, asOf, assessments, replay, onReplay, related, onCall, onEnd, linkOf, linkCopied }: Props) => {
    const parent = session.parentId;
    const list = useOpenedList();
    return (
      <header className="flex flex-col gap-1.5 border-b border-line bg-panel px-3 py-2 max-sm:hidden">
        <div className="flex min-h-7 items-center gap-2 text-table">
          <nav aria-label="Breadcrumbs" className="flex shrink-0 items-center gap-2">
            <Link href={toListHref(list)} className={crumb}>
              Sessions
            </Link>
            {session.project === null ? null : (
              <>
                <span className="text-text3">/</span>
                <Link
                  href={`/sessions?project=${encodeURIComponent(session.project)}`}
                  title={printProjectRoot(session) ?? undefined}
                  className={`${crumb} max-w-[200px] truncate`}
                >
                  {toVisibleText(session.project)}
                </Link>
              </>
            )}
            {parent === null ? null : (
              <>
                <span className="text-text3">/</span>
                <Link href={`/sessions/${parent}`} className={`${crumb} max-w-[260px] truncate`}>
                  {toVisibleText(session.parentTitle ?? 'parent session')}
                </Link>
              </>
            )}
            <span className="text-text3">/</span>
          </nav>
          <StarButton session={session} className="-mr-1" />
          <h1 className="min-w-0 truncate text-title">
            <SecretText text={printSessionTitle(session)} />
          </h1>
          <LiveChip session={session} />
          {session.relation === null ? null : (
            <Chip>{session.agentName === null ? session.relation : toVisibleText(session.agentName)}</Chip>
          )}
          {session.titleBasis === 'answer' ? <NoPromptChip /> : null}
          {session.synthetic ? <Chip tone="dashed">synthetic</Chip> : null}
          <span className="hidden lg:inline-flex">
            <Chip>
              <span className="font-mono" title={session.nativeId}>
                {printShortId(session.id)}
              </span>
            </Chip>
          </span>
          {replay ? (
            <div className="ml-auto shrink-0">
              <ReplayBar replay={replay} />
            </div>
          ) : (
            <div className="ml-auto flex shrink-0 items-center gap-2">
              {session.live ? (
                <Button onClick={onEnd}>
                  <Icon of={ArrowDownToLine} /> Follow
                </Button>
              ) : null}
              <EndSession session={session} />
              <HeadActions session={session} assessments={assessments} onReplay={onReplay} />
              <CopyLink linkOf={linkOf} byKey={linkCopied} hasKey />
              <ExportSession id={session.id} hasKey />
              <NoteButton session={session} />
              <DeleteSession id={session.id} />
              <NeighborLinks id={session.id} />
            </div>
          )}
        </div>
        <VerdictLine verdict={verdict} waste={waste} onCall={onCall} />
        {session.turns === 0 || asOf ? null : <SummaryLine sessionId={session.id} />}
        <SessionFacts session={session} asOf={asOf} />
        <NoteButton session={session} isLine />
        <RelatedSessions session={session} sessions={related} />
      </header>
    );
  },
);
SessionHead.displayName = 'SessionHead';
