'use client';
import Link from 'next/link';
import { toSessionObservationsHref } from '@/components/observations/evidence-link.ts';
import { Play } from 'lucide-react';
import { memo } from 'react';
import { Button, buttonClass } from '@/components/ui/button.tsx';
import { Icon } from '@/components/ui/icon.tsx';
import { Tooltip } from '@/components/ui/tooltip.tsx';
import { printCount } from '@/lib/print/number.ts';

type Props = { sessionId: string; toolCalls: number; assessments: number; onReplay: () => void };

/** The actions in a session's head: replay, and its assessments. Replay needs a call, assessments need one too. */
export const HeadActions = memo(({ sessionId, toolCalls, assessments, onReplay }: Props) => (
  <>
    {toolCalls > 0 ? (
      <Tooltip text="Step through calls" keys="P">
        <Button onClick={onReplay}>
          <Icon of={Play} /> Replay
        </Button>
      </Tooltip>
    ) : null}
    {assessments > 0 ? (
      <Link href={toSessionObservationsHref(sessionId)} prefetch={false} className={buttonClass()}>
        Triage
      </Link>
    ) : null}
    {assessments > 0 ? (
      <Link href={`/sessions/${sessionId}/assessments`} className={buttonClass()}>
        Assessments <span className="rounded-chip bg-sunken px-1 text-fact text-text2">{printCount(assessments)}</span>
      </Link>
    ) : null}
  </>
));
HeadActions.displayName = 'HeadActions';
