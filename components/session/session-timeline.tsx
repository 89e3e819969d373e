'use client';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { useCopied } from '@/components/hooks/use-copied.ts';
import { useMedia } from '@/components/hooks/use-media.ts';
import { useReplayView } from './use-replay-view.ts';
import { useTimelineFocus } from './use-timeline-focus.ts';
import { useTimelineKeys } from './use-timeline-keys.ts';
import { useTimeline } from './use-timeline.ts';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import type { SessionDetail } from '@/lib/contracts/sessions.ts';
import { printPosition } from './position.ts';
import { SessionFooter } from './session-footer.tsx';
import { SessionHeads } from './session-heads.tsx';
import { StripPane } from './strip-pane.tsx';
import type { TimelineActions } from './timeline-context.ts';
import { TimelineContexts } from './timeline-contexts.tsx';
import { TimelinePanes } from './timeline-panes.tsx';

/** The page of one session: head, strip, and three panes that share one position. */
export const SessionTimeline = ({ id, initial }: { id: string; initial: SessionDetail }) => {
  const detail = useQuery({ ...sessionQueries.get(id), initialData: initial });
  const session = detail.data;
  const timeline = useTimeline(id, detail.dataUpdatedAt);
  const { place, navigation, strip, view, find, findings, selected, replay, onTurns } = timeline;
  const { position, playhead } = place;
  const { move, toggle, jumpToCall, setSheet } = navigation;
  const touch = useMedia('(max-width: 639px)', false);
  const besides = useMedia('(min-width: 1280px)', true);
  const focus = useTimelineFocus({ ...timeline, besides });
  const recordId = selected.record?.id ?? null;
  const linkOf = useCallback(() => {
    const stable = recordId === null ? position : { ...position, call: null, recordId };
    return `${window.location.origin}/sessions/${id}${printPosition(stable)}`;
  }, [id, position, recordId]);
  const [linkCopied, copy] = useCopied();
  const router = useRouter();
  const onSession = (direction: 'newer' | 'older') => {
    const to = direction === 'newer' ? session.newerId : session.olderId;
    if (to !== null) router.push(`/sessions/${to}`);
  };
  const onRowKey = useTimelineKeys(id, { ...timeline, ...focus, onCopyLink: () => copy(linkOf()), onSession });
  const replayCall = replay.open ? (playhead ?? 0) : null;
  const known = useReplayView(findings, replayCall);
  const rowActions = useMemo<TimelineActions>(
    () => ({
      toggle,
      jumpToCall,
      cwd: session.cwd,
      select: ({ call, seq, agent = null }) => {
        move({ call, seq, recordId: null, agent });
        // On a small screen the record is a tab of its own, which one opens by hand.
        if (!touch && !besides) setSheet('record');
      },
    }),
    [besides, jumpToCall, move, session.cwd, setSheet, toggle, touch],
  );
  return (
    <TimelineContexts sessionId={id} navigation={navigation} place={place} actions={rowActions} replay={known.view} findMarks={find.marks}>
      <div className="flex h-full min-h-0 flex-col">
        <SessionHeads {...{ session, strip, findings, replay, linkOf, linkCopied }} replayCall={replayCall} known={known.marks} />
        <StripPane strip={strip} findings={findings} findingCount={session.findings ?? 0} />
        <TimelinePanes {...{ session, strip, view, find, findings, selected, onTurns, focus, touch, onRowKey }} known={known.marks} />
        <SessionFooter session={session} view={view} />
      </div>
    </TimelineContexts>
  );
};
