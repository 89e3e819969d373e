'use client';
import type { FindingMark } from '@/components/findings/finding-marks.ts';
import { OutcomeMark } from '@/components/marks/outcome-mark.tsx';
import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import { toSeverity } from '@/lib/domain/to-severity.ts';
import { ToolIcon } from '@/components/marks/tool-icon.tsx';
import type { Tick } from '@/lib/domain/overview.ts';
import { printDuration } from '@/lib/print/duration.ts';
import { printCounted } from '@/lib/print/number.ts';
import { printOutcome } from '@/lib/print/outcome.ts';
import { printClockExact, printIso } from '@/lib/print/time.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { toToolKind } from '@/lib/session/tool-kind.ts';
import { toRelativePath } from './relative-path.ts';
import { useTimelineActions } from './timeline-context.ts';
import { cutText } from '@/lib/print/cut-text.ts';
import { printTurn } from '@/lib/print/turn.ts';

export const tableGrid =
  'grid grid-cols-[88px_40px_108px_96px_76px_minmax(0,1fr)_minmax(0,200px)] items-center gap-x-3 px-3 max-sm:grid-cols-[64px_96px_64px_minmax(0,1fr)]';
const wide = 'max-sm:hidden';

export const tableColumns = [
  { name: 'Call', align: 'text-right' },
  { name: 'Turn', align: wide },
  { name: 'Outcome', align: '' },
  { name: 'Started', align: `text-right ${wide}` },
  { name: 'Duration', align: 'text-right' },
  { name: 'Tool', align: '' },
  { name: 'Findings that start here', align: wide },
] as const;

type Props = {
  tick: Tick;
  begun: readonly FindingMark[] | null;
  rowIndex: number;
  top: number;
  current: boolean;
  stop: boolean;
  onCall: (call: number) => void;
};

/** A call, or a bucket with its worst outcome and longest duration; the number links to the call. */
export const StripTableRow = ({ tick, begun, rowIndex, top, current, stop, onCall }: Props) => {
  const { cwd, isLive } = useTimelineActions();
  const calls = tick.lastCall - tick.firstCall + 1;
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      aria-current={current ? 'true' : undefined}
      className={`${tableGrid} absolute inset-x-0 top-0 h-[22px] hover:bg-hover ${current ? 'row-selected' : ''}`}
      style={{ transform: `translateY(${top}px)` }}
    >
      <span role="cell" className="text-right">
        <button
          type="button"
          tabIndex={stop ? 0 : -1}
          onClick={() => onCall(tick.firstCall)}
          className="row-focus font-mono text-fact text-accent hover:underline"
        >
          #{tick.firstCall}
          {calls > 1 ? `–${tick.lastCall}` : ''}
        </button>
      </span>
      <span role="cell" className={`text-fact text-text3 ${wide}`}>
        {tick.turnIdx === null ? '–' : printTurn(tick.turnIdx)}
      </span>
      <span role="cell" className="flex items-center gap-1.5">
        <OutcomeMark outcome={tick.outcome} isLive={isLive} />
        <span className="truncate" title={tick.takenBack ? 'Taken back' : undefined}>
          {printOutcome(tick.outcome, isLive)}
        </span>
      </span>
      <span role="cell" className={`text-right text-fact text-text2 ${wide}`} title={printIso(tick.atMs)}>
        {printClockExact(tick.atMs)}
      </span>
      <span role="cell" className="text-right text-fact text-text2">
        {printDuration(tick.durationMs)}
      </span>
      <span role="cell" className="flex min-w-0 items-center gap-1.5">
        <ToolIcon kind={toToolKind(tick.name)} className="shrink-0 text-text2" />
        <span className="shrink-0 font-medium">{toVisibleText(tick.name)}</span>
        <span className="min-w-0 truncate font-mono text-fact text-text2">
          {calls > 1 ? `the worst of ${printCounted(calls, 'call')}` : toVisibleText(toRelativePath(cutText(tick.summary, 200), cwd))}
        </span>
      </span>
      <span role="cell" className={`flex min-w-0 items-center gap-1.5 truncate text-fact ${wide}`}>
        {begun?.map(({ key, severity, label }) => (
          <span key={key} className="flex items-center gap-1">
            <SeverityMark severity={toSeverity(severity)} size={10} named />
            {toVisibleText(label)}
          </span>
        ))}
      </span>
    </div>
  );
};
