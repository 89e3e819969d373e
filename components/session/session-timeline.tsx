'use client';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
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
  const timeline = useTimeline(id, detail.dataUpdatedAt, session);
  const { selected, position, actions, findings, replay, playhead, setSheet } = timeline;
  const touch = useMedia('(max-width: 639px)', false);
  const besides = useMedia('(min-width: 1280px)', true);
  const focus = useTimelineFocus(timeline, { besides });
  const recordId = selected.record?.id ?? null;
  const linkOf = useCallback(() => {
    const stable = recordId === null ? position : { ...position, call: null, recordId };
    return `${window.location.origin}/sessions/${id}${printPosition(stable, '')}`;
  }, [id, position, recordId]);
  const onRowKey = useTimelineKeys(id, timeline, { ...focus, linkOf });
  const replayCall = replay.open ? (playhead ?? 0) : null;
  const known = useReplayView(findings, replayCall);
  const openRecord = useMemo<TimelineActions>(
    () => ({
      ...actions,
      select: (target) => {
        actions.select(target);
        // On a small screen the record is a tab of its own, which one opens by hand.
        if (!touch && !besides) setSheet('record');
      },
    }),
    [actions, besides, setSheet, touch],
  );
  return (
    <TimelineContexts sessionId={id} actions={openRecord} replay={known.view} findMarks={timeline.find.marks}>
      <div className="flex h-full min-h-0 flex-col">
        <SessionHeads session={session} timeline={timeline} replayCall={replayCall} known={known.marks} linkOf={linkOf} />
        <StripPane timeline={timeline} findingCount={session.findings ?? 0} />
        <TimelinePanes session={session} timeline={timeline} focus={focus} touch={touch} known={known.marks} onRowKey={onRowKey} />
        <SessionFooter session={session} timeline={timeline} />
      </div>
    </TimelineContexts>
  );
};
