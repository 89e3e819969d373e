'use client';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useGo } from '@/components/hooks/use-go.ts';
import { useCopied } from '@/components/hooks/use-copied.ts';
import { useDelayed } from '@/components/hooks/use-delayed.ts';
import { usePageTitle } from '@/components/hooks/use-page-title.ts';
import { useReport } from '@/components/hooks/use-report.ts';
import { useSaid } from '@/components/hooks/use-said.ts';
import { useMedia } from '@/components/hooks/use-media.ts';
import { useHeadCollapse } from './use-head-collapse.ts';
import { useNeighbors } from './use-neighbors.ts';
import { useReplayView } from './use-replay-view.ts';
import { useTimelineFocus } from './use-timeline-focus.ts';
import { useTimelineKeys } from './use-timeline-keys.ts';
import { useTimeline } from './use-timeline.ts';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import type { SessionDetail } from '@/lib/contracts/sessions.ts';
import { printSessionTitle } from '@/lib/print/session-title.ts';
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
  usePageTitle(`${session.live ? 'Live · ' : ''}${printSessionTitle(session)}`);
  const timeline = useTimeline(id, detail.dataUpdatedAt);
  const { place, navigation, strip, view, find, findings, selected, replay, onTurns } = timeline;
  const { position, playhead } = place;
  const { move, toggle, jumpToCall, setSheet } = navigation;
  const touch = useMedia('(max-width: 639px)', false);
  const collapse = useHeadCollapse(touch, position.sheet);
  const besides = useMedia('(min-width: 1280px)', true);
  const focus = useTimelineFocus({ ...timeline, besides });
  const recordId = selected.record?.id ?? null;
  const linkOf = useCallback(() => {
    const stable = recordId === null ? position : { ...position, call: null, recordId };
    return `${window.location.origin}/sessions/${id}${printPosition(stable)}`;
  }, [id, position, recordId]);
  const [linkCopied, copy] = useCopied();
  const [said, say] = useSaid();
  const [seeking, setSeeking] = useState(0);
  const isLate = useDelayed(seeking > 0 || view.agentState.isLoading);
  const waiting = isLate ? (seeking > 0 ? 'Looking for errors…' : 'Loading the subagent…') : null;
  const notice = said ?? waiting;
  useReport(view.agentState.error?.message ?? null, (message) => {
    if (message !== null) say(`The subagent could not be loaded. ${message}`);
  });
  const go = useGo();
  const neighbors = useNeighbors(id);
  const goToNeighbor = async (direction: 'previous' | 'next') => {
    const href = await neighbors.find(direction);
    if (href !== null) go(href);
    else if (neighbors.isListed) say(`No ${direction} session in the list`);
    else say(direction === 'next' ? 'No older session' : 'No newer session');
  };
  const sayFailure = (error: Error) => say(error.message);
  const onSession = (direction: 'previous' | 'next') => void goToNeighbor(direction).catch(sayFailure);
  const onRowKey = useTimelineKeys(id, { ...timeline, ...focus, onCopyLink: () => copy(linkOf()), onSession, say, setSeeking });
  const replayCall = replay.open ? (playhead ?? 0) : null;
  const known = useReplayView(findings, replayCall);
  const rowActions = useMemo<TimelineActions>(
    () => ({
      toggle,
      jumpToCall,
      cwd: session.cwd,
      isLive: session.live,
      select: ({ call, seq, agent = null }) => {
        move({ call, seq, recordId: null, agent });
        // On a small screen the record is a tab of its own, which one opens by hand.
        if (!touch && !besides) setSheet('record');
      },
    }),
    [besides, jumpToCall, move, session.cwd, session.live, setSheet, toggle, touch],
  );
  return (
    <TimelineContexts sessionId={id} navigation={navigation} place={place} actions={rowActions} replay={known.view} findMarks={find.marks}>
      <div className="flex h-full min-h-0 flex-col overflow-clip" {...collapse.listeners}>
        <div ref={collapse.head} className="shrink-0">
          <SessionHeads
            {...{ session, strip, findings, replay, linkOf, linkCopied, collapse }}
            replayCall={replayCall}
            known={known.marks}
          />
          {collapse.isCollapsed ? null : <StripPane {...{ strip, findings, touch }} findingCount={session.findings ?? 0} />}
        </div>
        <TimelinePanes {...{ session, strip, view, find, findings, selected, onTurns, focus, touch, onRowKey }} known={known.marks} />
        <p role="status" aria-label="Keys" className="pointer-events-none fixed inset-x-0 bottom-12 z-30 flex justify-center">
          {notice === null ? null : (
            <span className="rounded-control border border-line2 bg-panel px-3 py-1 text-table shadow-float">{notice}</span>
          )}
        </p>
        <SessionFooter session={session} view={view} />
      </div>
    </TimelineContexts>
  );
};
