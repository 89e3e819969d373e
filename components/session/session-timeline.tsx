'use client';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { findGroupAt } from '@/components/findings/assessment-groups.ts';
import { CallNavigationContext } from '@/components/findings/call-navigation.ts';
import { computeTurnSeverities } from '@/components/findings/finding-marks.ts';
import { sumWaste } from '@/components/findings/waste-sum.ts';
import { useMedia } from '@/components/hooks/use-media.ts';
import { useTimelineFocus } from '@/components/hooks/use-timeline-focus.ts';
import { useTimelineKeys } from '@/components/hooks/use-timeline-keys.ts';
import { useStable } from '@/components/hooks/use-stable.ts';
import { useTimeline } from '@/components/hooks/use-timeline.ts';
import { sessionQueries } from '@/lib/client/queries.ts';
import type { SessionDetail } from '@/lib/contracts/sessions.ts';
import { AssessmentPanel } from './assessment-panel.tsx';
import { findLooseChildren } from './find-loose-children.ts';
import { FindContext } from './find-context.ts';
import { FindingsList } from './findings-list.tsx';
import { Inspector } from './inspector.tsx';
import { printPosition } from './position.ts';
import { RecordPanel } from './record-panel.tsx';
import { ReplayContext } from './replay-context.ts';
import { RowRenderer } from './rows/row-renderer.ts';
import { TranscriptRow } from './rows/transcript-row.tsx';
import { SessionFooter } from './session-footer.tsx';
import { SessionHead } from './session-head.tsx';
import { SessionHeadSmall } from './session-head-small.tsx';
import { SessionPanes } from './session-panes.tsx';
import { StripPane } from './strip-pane.tsx';
import { TimelineContext, type TimelineActions } from './timeline-context.ts';
import { TranscriptPane } from './transcript-pane.tsx';
import { TurnOutline } from './turn-outline.tsx';
import { computeVerdict } from './verdict.ts';
import { WalkedFinding } from './walked-finding.tsx';

/** The page of one session: head, strip, and three panes that share one position. */
export const SessionTimeline = ({ id, initial }: { id: string; initial: SessionDetail }) => {
  const detail = useQuery({ ...sessionQueries.get(id), initialData: initial });
  const session = detail.data;
  const timeline = useTimeline(id, detail.dataUpdatedAt, session);
  const { strip, turns, selected, position, actions, findings, replay, playhead } = timeline;
  const touch = useMedia('(max-width: 639px)', false);
  const besides = useMedia('(min-width: 1280px)', true);
  const focus = useTimelineFocus(timeline, { besides });
  const { setSheet } = timeline;
  const recordId = selected.record?.id ?? null;
  const linkOf = useCallback(() => {
    const stable = recordId === null ? position : { ...position, call: null, recordId };
    return `${window.location.origin}/sessions/${id}${printPosition(stable, '')}`;
  }, [id, position, recordId]);
  const onRowKey = useTimelineKeys(id, timeline, { ...focus, linkOf });
  const { data: overview } = strip.overview;
  const { marks, groups } = findings;
  const verdict = useMemo(() => (overview ? computeVerdict(session, overview.ticks, marks) : null), [marks, overview, session]);
  const waste = useMemo(() => sumWaste(marks), [marks]);
  const severities = useMemo(() => computeTurnSeverities(marks, overview?.turns ?? []), [marks, overview]);
  const loose = useMemo(() => (overview ? findLooseChildren(session.children, overview.lanes) : []), [overview, session]);
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
  const { jumpToTurn, jumpToCall } = timeline;
  const navigation = useMemo(() => ({ hrefOf: (call: number) => `/sessions/${id}?call=${call}`, onCall: jumpToCall }), [id, jumpToCall]);
  const replayCall = replay.open ? (playhead ?? 0) : null;
  const onReplay = useStable(replay.toggle);
  const head = {
    session,
    verdict,
    waste,
    loose,
    assessments: groups.length,
    replay: replay.open ? replay : null,
    onReplay,
    onCall: jumpToCall,
    linkOf,
  };
  const leaveForTurn = useCallback(
    (turn: number) => {
      jumpToTurn(turn, null, 'push');
      setSheet(null);
    },
    [jumpToTurn, setSheet],
  );
  return (
    <TimelineContext value={openRecord}>
      <RowRenderer value={TranscriptRow}>
        <ReplayContext value={replayCall}>
          <CallNavigationContext value={navigation}>
            <FindContext value={timeline.find.marks}>
              <div className="flex h-full min-h-0 flex-col">
                <SessionHead {...head} onEnd={timeline.goToEnd} />
                <SessionHeadSmall {...head} />
                <StripPane timeline={timeline} findingCount={session.findings ?? 0} />
                <SessionPanes
                  sheet={position.sheet}
                  onSheet={setSheet}
                  turnCount={turns.data?.turns.length ?? null}
                  findingCount={marks.length}
                  findings={<FindingsList marks={marks} replayCall={replayCall} />}
                  outline={
                    <TurnOutline
                      turns={turns.data?.turns ?? []}
                      severities={severities}
                      known={turns.data !== undefined}
                      currentTurn={timeline.currentTurn}
                      live={session.live}
                      onJump={leaveForTurn}
                    />
                  }
                  transcript={
                    <TranscriptPane
                      session={session}
                      timeline={timeline}
                      focus={focus}
                      touch={touch}
                      onOutline={() => setSheet('turns')}
                      onRowKey={onRowKey}
                    />
                  }
                  inspector={
                    <Inspector
                      tab={position.tab}
                      onTab={timeline.setTab}
                      assessedAt={groups[findGroupAt(groups, playhead)]?.call ?? null}
                      finding={<WalkedFinding marks={marks} findingKey={position.finding} />}
                      record={<RecordPanel onLost={timeline.forget} selected={selected} pricesAsOf={session.pricesAsOf} />}
                      assessment={<AssessmentPanel sessionId={id} findings={findings} playhead={playhead} onCall={timeline.stepToCall} />}
                      wish={focus.wish}
                      onTaken={focus.onTaken}
                    />
                  }
                />
                <SessionFooter session={session} timeline={timeline} />
              </div>
            </FindContext>
          </CallNavigationContext>
        </ReplayContext>
      </RowRenderer>
    </TimelineContext>
  );
};
