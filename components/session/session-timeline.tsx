'use client';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useMedia } from '@/components/hooks/use-media.ts';
import { useTimelineKeys } from '@/components/hooks/use-timeline-keys.ts';
import { useTimeline } from '@/components/hooks/use-timeline.ts';
import { ErrorPane } from '@/components/ui/error-pane.tsx';
import { sessionQueries } from '@/lib/client/queries.ts';
import type { SessionDetail } from '@/lib/contracts/sessions.ts';
import { Inspector } from './inspector.tsx';
import { OverviewStrip } from './overview-strip.tsx';
import { printPosition } from './position.ts';
import { RowRenderer } from './rows/row-renderer.ts';
import { TranscriptRow } from './rows/transcript-row.tsx';
import { SessionFooter } from './session-footer.tsx';
import { SessionHead } from './session-head.tsx';
import { SessionHeadSmall } from './session-head-small.tsx';
import { SessionPanes } from './session-panes.tsx';
import { TimelineContext, type TimelineActions } from './timeline-context.ts';
import { TranscriptPane } from './transcript-pane.tsx';
import { TurnOutline } from './turn-outline.tsx';
import { computeVerdict } from './verdict.ts';

/** The page of one session: head, strip, and three panes that share one position. */
export const SessionTimeline = ({ id, initial }: { id: string; initial: SessionDetail }) => {
  const detail = useQuery({ ...sessionQueries.get(id), initialData: initial });
  const session = detail.data;
  const timeline = useTimeline(id, detail.dataUpdatedAt, session);
  const { strip, turns, view, selected, position, playhead, actions } = timeline;
  const [sheet, setSheet] = useState<'turns' | 'record' | null>(null);
  const touch = useMedia('(max-width: 639px)', false);
  const recordId = selected.record?.id ?? null;
  const linkOf = useCallback(() => {
    const stable = recordId === null ? position : { ...position, call: null, recordId };
    return `${window.location.origin}/sessions/${id}${printPosition(stable, '')}`;
  }, [id, position, recordId]);
  const close = () => {
    if (sheet) setSheet(null);
    else timeline.move({ call: null, seq: null, recordId: null });
  };
  useTimelineKeys(id, timeline, linkOf, close);
  const { data: overview } = strip.overview;
  const verdict = useMemo(() => (overview ? computeVerdict(session, overview.ticks) : null), [overview, session]);
  const openRecord = useMemo<TimelineActions>(
    () => ({
      ...actions,
      select: (target) => {
        actions.select(target);
        // On a small screen the record is a tab of its own, which one opens by hand.
        if (!touch) setSheet('record');
      },
    }),
    [actions, touch],
  );
  const { jumpToTurn } = timeline;
  const leaveForTurn = useCallback(
    (turn: number) => {
      jumpToTurn(turn);
      setSheet(null);
    },
    [jumpToTurn],
  );
  return (
    <TimelineContext value={openRecord}>
      <RowRenderer value={TranscriptRow}>
        <div className="flex h-full min-h-0 flex-col">
          <SessionHead session={session} verdict={verdict} onCall={timeline.jumpToCall} onEnd={timeline.goToEnd} linkOf={linkOf} />
          <SessionHeadSmall session={session} verdict={verdict} onCall={timeline.jumpToCall} linkOf={linkOf} />
          <div ref={strip.ref} className="shrink-0">
            {overview ? (
              <OverviewStrip
                overview={overview}
                detail={strip.detail}
                call={playhead}
                zoom={position.zoom}
                onCall={timeline.jumpToCall}
                onZoom={timeline.setZoom}
              />
            ) : strip.overview.error ? (
              <ErrorPane title="The overview could not be read" error={strip.overview.error} retry={() => void strip.overview.refetch()} />
            ) : (
              <div className="h-[105px] border-b border-line bg-panel" />
            )}
          </div>
          <SessionPanes
            sheet={sheet}
            onSheet={setSheet}
            turnCount={turns.data?.turns.length ?? 0}
            outline={
              <TurnOutline turns={turns.data?.turns ?? []} currentTurn={timeline.currentTurn} live={session.live} onJump={leaveForTurn} />
            }
            transcript={<TranscriptPane session={session} timeline={timeline} touch={touch} onOutline={() => setSheet('turns')} />}
            inspector={<Inspector selected={selected} pricesAsOf={session.pricesAsOf} />}
          />
          <SessionFooter session={session} records={view.index.data?.totalRecords ?? null} rows={view.rows.length} />
        </div>
      </RowRenderer>
    </TimelineContext>
  );
};
