import { OutcomeMark } from '@/components/marks/outcome-mark.tsx';
import { printDuration } from '@/lib/print/duration.ts';
import { printCount, printCounted } from '@/lib/print/number.ts';
import { printOutcome } from '@/lib/print/outcome.ts';
import { printClockExact } from '@/lib/print/time.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { useTimelineActions } from './timeline-context.ts';
import type { StripBar, StripLane } from './strip-layout.ts';
import { cutText } from '@/lib/print/cut-text.ts';
import { printTurn } from '@/lib/print/turn.ts';

const box =
  'pointer-events-none absolute top-full z-30 mt-1 w-[300px] rounded-card border border-line2 bg-panel px-3 py-2 text-fact shadow-float max-sm:w-[240px]';
const leftOf = ({ x, width }: { x: number; width: number }, all: number): number => Math.max(0, Math.min(x + width / 2 - 24, all - 300));

/** The subagent under the pointer. */
export const StripLaneTooltip = ({ lane, width }: { lane: StripLane; width: number }) => (
  <div className={box} style={{ left: leftOf(lane, width) }}>
    <div className="truncate font-semibold">{toVisibleText(cutText(lane.label, 200))}</div>
    <div className="mt-1 text-text3">
      Subagent of #{lane.firstCall}
      {lane.toolCalls === null ? ', not imported' : `, ${printCounted(lane.toolCalls, 'call')}`}
      {lane.toolErrors ? `, ${printCount(lane.toolErrors)} failed` : ''}
    </div>
  </div>
);

/** Tooltip of the bar under the pointer: a call, or a bucket with its worst call. */
export const StripTooltip = ({ bar, width }: { bar: StripBar; width: number }) => {
  const { tick } = bar;
  const { isLive } = useTimelineActions();
  const calls = tick.lastCall - tick.firstCall + 1;
  return (
    <div className={box} style={{ left: leftOf(bar, width) }}>
      <div className="flex items-center gap-2">
        <span className="font-mono font-semibold">
          #{tick.firstCall}
          {calls > 1 ? `–#${tick.lastCall}` : ''}
        </span>
        <OutcomeMark outcome={tick.outcome} isLive={isLive} />
        <span className="truncate font-semibold">{toVisibleText(tick.name)}</span>
        <span>{calls > 1 ? printCounted(calls, 'call') : printOutcome(tick.outcome, isLive)}</span>
        <span className="ml-auto text-text3">
          {tick.turnIdx === null ? '' : printTurn(tick.turnIdx)}
          {tick.atMs === null ? '' : `, ${printClockExact(tick.atMs).slice(0, 8)}`}
        </span>
      </div>
      <div className="mt-1 truncate font-mono text-text2">{toVisibleText(cutText(tick.summary, 200))}</div>
      <div className="mt-1 text-text3">
        {printDuration(tick.durationMs)}
        {calls > 1 ? ', the longest of them' : ''}
        {tick.inherited ? ', counted in the original session' : ''}
        {tick.takenBack ? ', taken back' : ''}
      </div>
    </div>
  );
};
