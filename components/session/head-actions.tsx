'use client';
import Link from 'next/link';
import { toSessionObservationsHref } from '@/components/observations/evidence-link.ts';
import { Play } from 'lucide-react';
import { memo } from 'react';
import { findTrajectoryHref } from '@/components/trajectories/trajectory-words.ts';
import { Button, buttonClass } from '@/components/ui/button.tsx';
import { CopyButton } from '@/components/ui/copy-button.tsx';
import { Icon } from '@/components/ui/icon.tsx';
import { Tooltip } from '@/components/ui/tooltip.tsx';
import type { SessionDetail } from '@/lib/contracts/sessions.ts';
import { printCount } from '@/lib/print/number.ts';

type Props = { session: SessionDetail; assessments: number; onReplay: () => void };

/** The actions in a session's head: replay, its assessments, its snapshots, and the command that resumes it. Replay needs a call, assessments need one too. */
export const HeadActions = memo(({ session, assessments, onReplay }: Props) => {
  const { id, toolCalls, resumeCommand } = session;
  const trajectory = findTrajectoryHref(session);
  return (
    <>
      {toolCalls > 0 ? (
        <Tooltip text="Step through calls" keys="P">
          <Button onClick={onReplay}>
            <Icon of={Play} /> Replay
          </Button>
        </Tooltip>
      ) : null}
      {assessments > 0 ? (
        <Link href={toSessionObservationsHref(id)} prefetch={false} className={buttonClass()}>
          Triage
        </Link>
      ) : null}
      {assessments > 0 ? (
        <Link href={`/sessions/${id}/assessments`} className={buttonClass()}>
          Assessments <span className="rounded-chip bg-sunken px-1 text-fact text-text2">{printCount(assessments)}</span>
        </Link>
      ) : null}
      {trajectory === null ? null : (
        <Link href={trajectory} prefetch={false} className={buttonClass()}>
          Trajectory
        </Link>
      )}
      {resumeCommand === null ? null : <CopyButton text={resumeCommand} name={`Copy ${resumeCommand}`} label="Resume command" />}
    </>
  );
});
HeadActions.displayName = 'HeadActions';
