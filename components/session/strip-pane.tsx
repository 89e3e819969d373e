'use client';
import { Table2 } from 'lucide-react';
import { useMemo } from 'react';
import type { Timeline } from './use-timeline.ts';
import { ErrorLine } from '@/components/ui/error-line.tsx';
import { IconButton } from '@/components/ui/icon-button.tsx';
import { useReplayed } from './replay-context.ts';
import { OverviewStrip } from './overview-strip.tsx';
import { computeFindingsHeight } from './strip-brackets.ts';
import { StripTable } from './strip-table.tsx';

/** All calls of the session over its width: drawn, or told as a table; V goes from one to the other. */
export const StripPane = ({ timeline, findingCount }: { timeline: Timeline; findingCount: number }) => {
  const { strip, position, playhead, move, findings } = timeline;
  const replay = useReplayed();
  const marks = useMemo(() => (replay ? findings.marks.map(replay.toKnown) : findings.marks), [findings.marks, replay]);
  const height = 105 + computeFindingsHeight(Math.max(findingCount, marks.length));
  const { data, error, refetch } = strip.overview;
  const body = () => {
    if (error && !data) {
      const retry = () => void refetch();
      return (
        <ErrorLine
          title="The overview could not be read"
          error={error}
          retry={retry}
          className="border-b border-line bg-panel"
          minHeightPx={height}
        />
      );
    }
    if (!data) return <div className="border-b border-line bg-panel" style={{ height }} />;
    if (position.table) return <StripTable overview={data} call={playhead} marks={marks} onCall={timeline.stepToCall} />;
    return (
      <OverviewStrip
        overview={data}
        detail={strip.detail}
        call={playhead}
        zoom={position.zoom}
        marks={marks}
        findingCount={findingCount}
        replayCall={replay?.call ?? null}
        onCall={timeline.stepToCall}
        onZoom={timeline.setZoom}
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
