'use client';
import { useMemo, type KeyboardEvent } from 'react';
import { useElementWidth } from '@/components/hooks/use-element-width.ts';
import { useStripPointer } from './use-strip-pointer.ts';
import type { Overview } from '@/lib/domain/overview.ts';
import { printOutcome } from '@/lib/print/outcome.ts';
import { printDuration } from '@/lib/print/duration.ts';
import { printCounted } from '@/lib/print/number.ts';
import type { FindingMark } from '@/components/findings/finding-marks.ts';
import { useTimelineActions } from './timeline-context.ts';
import { StripBars } from './strip-bars.tsx';
import { findHead, StripCursor, StripWindow } from './strip-cursor.tsx';
import { computeBrackets, computeFindingsHeight } from './strip-brackets.ts';
import { StripFindingTooltip } from './strip-finding-tooltip.tsx';
import { StripFindings } from './strip-findings.tsx';
import { StripTurns } from './strip-turns.tsx';
import { StripLaneTooltip, StripTooltip } from './strip-tooltip.tsx';
import { computeStripLayout, findBarOfCall, type CallRange, type StripLane } from './strip-layout.ts';
import { stripRows } from './strip-paths.ts';

type Props = {
  overview: Overview;
  detail: Overview | null;
  call: number | null;
  zoom: CallRange | null;
  marks: readonly FindingMark[];
  /** Lanes of findings; they have their height before findings are there. */
  lanes: number;
  /** The playhead while the session is played. */
  replayCall: number | null;
  /** The subagent that is read. */
  agent: string | null;
  onCall: (call: number) => void;
  onAgent: (lane: StripLane) => void;
  onZoom: (zoom: CallRange | null) => void;
};

const labels = [
  ['Outcome', stripRows.mark],
  ['Duration', 37],
  ['Lanes', stripRows.lane + 2],
  ['Turns', stripRows.turn + 9],
] as const;

const steps: Record<string, number> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
  Home: -1e9,
  End: 1e9,
};

/** The whole session in one strip: findings, outcome, duration, lanes, turns; a click sets the playhead, a drag zooms. */
export const OverviewStrip = (props: Props) => {
  const { overview, detail, call, zoom, marks, lanes, replayCall, agent, onCall, onAgent, onZoom } = props;
  const [ref, width] = useElementWidth();
  const findingsHeight = computeFindingsHeight(lanes);
  const layout = useMemo(() => computeStripLayout(overview, detail, zoom, width), [overview, detail, zoom, width]);
  const brackets = useMemo(() => computeBrackets(layout, marks, lanes), [layout, marks, lanes]);
  const pointer = useStripPointer({ layout, zoom, totalCalls: overview.totalCalls, brackets, findingsHeight, onCall, onAgent, onZoom });
  const { isLive } = useTimelineActions();
  const height = stripRows.height + findingsHeight;
  const covered = useMemo(() => findHead(layout, call), [call, layout]);
  const current = call === null ? null : findBarOfCall(layout, call);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined || overview.totalCalls === 0) return;
    event.preventDefault();
    onCall(Math.max(1, Math.min(overview.totalCalls, (call ?? (step > 0 ? 0 : 1)) + step)));
  };
  return (
    <section aria-label="Overview" className="flex border-b border-line bg-panel px-3 pt-2 pb-1">
      <div className="relative w-[60px] shrink-0 text-fact text-text3 max-sm:hidden" aria-hidden>
        {findingsHeight > 0 ? (
          <span className="absolute -translate-y-1/2" style={{ top: 8 }}>
            Findings
          </span>
        ) : null}
        {labels.map(([label, y]) => (
          <span key={label} className="absolute -translate-y-1/2" style={{ top: y + findingsHeight }}>
            {label === 'Lanes' && overview.lanes.length === 0 ? '' : label}
          </span>
        ))}
      </div>
      <div
        ref={ref}
        role="slider"
        tabIndex={0}
        aria-label={`Playhead over ${printCounted(overview.totalCalls, 'call')}${zoom ? `, zoomed to ${zoom.from} to ${zoom.to}` : ''}`}
        aria-valuemin={1}
        aria-valuemax={Math.max(1, overview.totalCalls)}
        aria-valuenow={call ?? 1}
        aria-valuetext={
          current && call !== null
            ? `Call ${call}, ${current.tick.name}, ${printOutcome(current.tick.outcome, isLive)}, ${printDuration(current.tick.durationMs)}`
            : 'No call'
        }
        onKeyDown={onKeyDown}
        className="relative min-w-0 flex-1 touch-pan-y select-none"
        style={{ height }}
        {...pointer.handlers}
      >
        {width > 0 && layout.bars.length > 0 ? (
          <svg width={width} height={height} aria-hidden className="absolute inset-0 block overflow-visible">
            <StripFindings brackets={brackets} replayCall={replayCall} />
            <g transform={`translate(0 ${findingsHeight})`}>
              <StripWindow layout={layout} zoom={zoom} band={pointer.band} />
              <StripBars layout={layout} agent={agent} />
              <StripTurns layout={layout} covered={covered} />
              <StripCursor layout={layout} call={call} zoom={pointer.band ? null : zoom} />
            </g>
          </svg>
        ) : null}
        {overview.totalCalls === 0 ? <p className="pt-8 text-table text-text3">This session has no tool calls.</p> : null}
        {pointer.hover && 'marks' in pointer.hover ? <StripFindingTooltip {...pointer.hover} width={width} /> : null}
        {pointer.hover && 'sessionId' in pointer.hover ? <StripLaneTooltip lane={pointer.hover} width={width} /> : null}
        {pointer.hover && 'tick' in pointer.hover ? <StripTooltip bar={pointer.hover} width={width} /> : null}
      </div>
    </section>
  );
};
