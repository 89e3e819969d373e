'use client';
import { Fragment, memo, useId } from 'react';
import type { Outcome } from '@/lib/domain/outcome.ts';
import { printDuration } from '@/lib/print/duration.ts';
import type { StripBar, StripGap, StripLayout } from './strip-layout.ts';
import { useTimelineActions } from './timeline-context.ts';
import { chooseMarked, computeBarPath, computeLaneRows, computeMarkPath, stripRows } from './strip-paths.ts';

type Look = { outcome: Outcome; color: string; hollow?: boolean; dash?: string };
const looks: Look[] = [
  { outcome: 'ok', color: 'var(--ok)' },
  { outcome: 'interrupted', color: 'var(--med)' },
  { outcome: 'rejected', color: 'var(--rejected)' },
  { outcome: 'denied', color: 'var(--denied)' },
  { outcome: 'error', color: 'var(--high)' },
  { outcome: 'running', color: 'var(--accent)', hollow: true },
  { outcome: 'unknown', color: 'var(--low)', hollow: true, dash: '2 2' },
];

const letterPx = 6.4;
/** Half the width of the widest mark. */
const markReach = 4.25;

/** Whether the label of a gap fits above it without touching the marks of the calls next to it. */
const fitsGap = (label: string, { x, width }: StripGap, { bars }: StripLayout): boolean => {
  const before = bars.findLast((bar) => bar.x < x);
  const after = bars.find((bar) => bar.x >= x + width);
  const side = (bar: StripBar | undefined) => (bar && bar.tick.outcome !== 'ok' ? bar.width / 2 - markReach : 14);
  return label.length * letterPx <= width + 2 * Math.min(side(before), side(after));
};

/** Bars and marks: a path for each outcome. Without `isLive`, what has no end does not run. */
const Outcomes = ({ bars, marked, isLive }: { bars: StripBar[]; marked: StripBar[]; isLive: boolean }) =>
  looks.map(({ outcome, color: ofLive, hollow, dash }) => {
    const color = outcome === 'running' && !isLive ? 'var(--low)' : ofLive;
    return (
      <Fragment key={outcome}>
        <path d={computeBarPath(bars, outcome)} {...(hollow ? { fill: 'none', stroke: color } : { fill: color })} strokeDasharray={dash} />
        <path
          d={computeMarkPath(marked, outcome)}
          fill="none"
          stroke={color}
          strokeWidth="1.5"
          strokeLinecap={hollow ? 'butt' : 'round'}
          strokeDasharray={dash}
        />
      </Fragment>
    );
  });

/** Everything in the strip that does not follow the pointer; about thirty elements, however many calls. `agent`: the subagent that is read. */
export const StripBars = memo(({ layout, agent }: { layout: StripLayout; agent: string | null }) => {
  const hatch = useId();
  const { isLive } = useTimelineActions();
  const marked = chooseMarked(layout.bars);
  const laneRows = computeLaneRows(layout.lanes);
  return (
    <g>
      <defs>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line x1="0" y1="0" x2="0" y2="6" stroke="var(--line2)" strokeOpacity="0.5" />
        </pattern>
      </defs>
      {layout.gaps.map((gap) => {
        const label = printDuration(Math.round(gap.durationMs / 60_000) * 60_000);
        return (
          <g key={gap.beforeCall}>
            <rect
              x={gap.x}
              y={stripRows.barTop}
              width={gap.width}
              height={stripRows.barBottom - stripRows.barTop}
              fill={`url(#${hatch})`}
            />
            {fitsGap(label, gap, layout) ? (
              <text x={gap.x + gap.width / 2} y={13} textAnchor="middle" fontSize="11" fill="var(--text3)">
                {label}
              </text>
            ) : null}
          </g>
        );
      })}
      {[true, false].map((isPale) => (
        <g key={`${isPale}`} opacity={isPale ? 0.4 : 1}>
          <Outcomes
            isLive={isLive}
            bars={layout.bars.filter(({ tick }) => (tick.inherited || tick.takenBack) === isPale)}
            marked={marked.filter(({ tick }) => (tick.inherited || tick.takenBack) === isPale)}
          />
        </g>
      ))}
      {layout.lanes.map((lane) => (
        <rect
          key={lane.firstCall}
          x={lane.x}
          y={laneRows.top(lane.level)}
          width={lane.width}
          height={laneRows.height}
          rx={laneRows.height / 2}
          fill={lane.sessionId === agent ? 'var(--accent)' : 'var(--text2)'}
        />
      ))}
    </g>
  );
});
StripBars.displayName = 'StripBars';
