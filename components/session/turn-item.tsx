import { memo } from 'react';
import { EndedChip } from '@/components/marks/ended-chip.tsx';
import { ConfidenceMark } from '@/components/summaries/confidence-mark.tsx';
import { SecretText } from '@/components/marks/secret-text.tsx';
import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import { toSeverity } from '@/lib/domain/to-severity.ts';
import type { AssessmentSeverity } from '@/lib/domain/assessment.ts';
import type { ListedSummary } from '@/lib/domain/listed-summary.ts';
import type { Turn } from '@/lib/domain/turn.ts';
import { printSpan } from '@/lib/print/duration.ts';
import { printAtLeast } from '@/lib/print/at-least.ts';
import { printMoney } from '@/lib/print/money.ts';
import { listStoppedCalls } from '@/lib/print/stopped-calls.ts';
import { printCounted } from '@/lib/print/number.ts';
import { toPlainLine } from '@/lib/print/plain-line.ts';
import { printTurn } from '@/lib/print/turn.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { printOutcome } from '@/lib/summaries/outcome.ts';
import { TurnBars } from './turn-bars.tsx';

/** `severities`: of the findings that begin in it, worst first. */
type Props = {
  turn: Turn;
  severities: readonly AssessmentSeverity[] | undefined;
  /** Null: it has none yet. */
  summary: ListedSummary | null;
  current: boolean;
  live: boolean;
  tabStop: boolean;
  onJump: (turnIdx: number) => void;
};

/** How long it was active, from its prompt to its end, and how long it was waited for before. */
const printTurnTime = ({ activeMs, durationMs, waitedMs, hasPrompt }: Turn): string =>
  `${printSpan(activeMs)} active, ${printSpan(durationMs)} from ${hasPrompt ? 'prompt' : 'start'} to end${waitedMs === null ? '' : `, ${printSpan(waitedMs)} waiting before`}`;

/** A turn in the outline: title, outcomes of its calls, what came of it, calls, active time, cost. */
export const TurnItem = memo(({ turn, severities, summary, current, live, tabStop, onJump }: Props) => {
  return (
    <button
      type="button"
      onClick={() => onJump(turn.turnIdx)}
      tabIndex={tabStop ? 0 : -1}
      data-turn={turn.turnIdx}
      aria-current={current ? 'true' : undefined}
      className={`row-focus grid ${summary ? 'h-22' : 'h-14'} w-full grid-cols-[34px_1fr] border-b border-line px-3 py-1 text-left hover:bg-hover ${current ? 'row-selected' : ''}`}
    >
      <span className="pt-px text-fact text-text3">{printTurn(turn.turnIdx)}</span>
      <span className="min-w-0">
        <span className="flex items-center gap-1.5">
          <span className={`min-w-0 flex-1 truncate text-table ${current ? 'font-semibold' : 'font-medium'}`}>
            {turn.hasPrompt ? null : <span className="font-normal text-text3">No prompt · </span>}
            <SecretText text={toPlainLine(turn.title) || 'No text'} />
          </span>
          <EndedChip ended={turn.ended} title={turn.endedReason} />
          {severities?.map((severity) => (
            <SeverityMark key={severity} severity={toSeverity(severity)} size={10} named />
          ))}
          {live ? <span className="size-1.5 shrink-0 animate-pulse-dot rounded-full bg-accent" role="img" aria-label="live" /> : null}
        </span>
        <span className="block h-3 overflow-hidden">
          <TurnBars bars={turn.bars} />
        </span>
        {summary ? (
          <span className="line-clamp-2 h-8 text-fact break-words text-text2" title={toVisibleText(summary.summary)}>
            {toVisibleText(printOutcome(summary))}
          </span>
        ) : null}
        <span className="flex gap-2 text-fact text-text3">
          {summary ? <ConfidenceMark of={summary} isShort /> : null}
          <span className="flex-1 truncate">
            {printCounted(turn.toolCalls, 'call')}
            {turn.toolErrors > 0 ? <span className="sr-only">, {turn.toolErrors} failed</span> : null}
            {listStoppedCalls(turn).map((words) => (
              <span key={words} className="sr-only">
                , {words}
              </span>
            ))}
          </span>
          <span className="text-right" title={printTurnTime(turn)}>
            {printSpan(turn.activeMs)}
            <span className="sr-only"> active</span>
          </span>
          <span className="min-w-11 text-right">{printAtLeast(printMoney(turn.costUsd), turn.costAtLeast)}</span>
        </span>
      </span>
    </button>
  );
});
TurnItem.displayName = 'TurnItem';
