'use client';
import { Table2 } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import type { Timeline } from './use-timeline.ts';
import { ErrorLine } from '@/components/ui/error-line.tsx';
import { IconButton } from '@/components/ui/icon-button.tsx';
import { listStarts, splitPath } from './agent-path.ts';
import { useReplayed } from './replay-context.ts';
import { OverviewStrip } from './overview-strip.tsx';
import { computeFindingsHeight, countLanes } from './strip-brackets.ts';
import type { CallRange } from './strip-layout.ts';
import { StripTable } from './strip-table.tsx';
import { usePlace, useSessionNavigation } from './timeline-context.ts';

/** `findingCount`: those that the session has, before they are here. */
type Props = Pick<Timeline, 'strip' | 'findings'> & { findingCount: number; touch: boolean };

/** All calls of the session over its width: drawn, or listed as a table; V switches between them. */
export const StripPane = ({ strip, findings, findingCount, touch }: Props) => {
  const { position, playhead } = usePlace();
  const { move, stepToCall } = useSessionNavigation();
  const replay = useReplayed();
  const marks = useMemo(() => (replay ? findings.marks.map(replay.toKnown) : findings.marks), [findings.marks, replay]);
  const lanes = countLanes(Math.max(findingCount, marks.length), touch);
  const height = 105 + computeFindingsHeight(lanes);
  const { data, error, refetch } = strip.overview;
  const setZoom = useCallback((zoom: CallRange | null) => move({ zoom }), [move]);
  const body = () => {
    if (error && !data) {
      const retry = () => void refetch();
      return (
        <ErrorLine
          title="The overview could not be loaded"
          error={error}
          retry={retry}
          className="border-b border-line bg-panel"
          minHeightPx={height}
        />
      );
    }
    if (!data) return <div className="border-b border-line bg-panel" style={{ height }} />;
    if (position.table) return <StripTable overview={data} call={playhead} marks={marks} onCall={stepToCall} />;
    return (
      <OverviewStrip
        overview={data}
        detail={strip.detail}
        call={playhead}
        zoom={position.zoom}
        marks={marks}
        lanes={lanes}
        replayCall={replay?.call ?? null}
        agent={splitPath(position.agent)[0] ?? null}
        onCall={stepToCall}
        onAgent={({ sessionId, firstCall, toolCalls }) => {
          const isStart = listStarts(data.lanes).some((lane) => lane.firstCall === firstCall);
          if (toolCalls && isStart) stepToCall(1, sessionId);
          else stepToCall(firstCall);
        }}
        onZoom={setZoom}
      />
    );
  };
  return (
    <div ref={strip.ref} className="group relative shrink-0">
      {body()}
      {data && data.totalCalls > 0 ? (
        <IconButton
          icon={Table2}
          name={position.table ? 'Show the strip' : 'Show as a table'}
          keys="V"
          size="small"
          aria-pressed={position.table}
          onClick={() => move({ table: !position.table })}
          className="absolute top-0.5 right-1 z-10 bg-panel opacity-0 group-hover:opacity-100 focus-visible:opacity-100 aria-pressed:opacity-100 pointer-coarse:hidden"
        />
      ) : null}
    </div>
  );
};
