'use client';
import type { KeyboardEvent } from 'react';
import type { Side } from './use-compare.ts';
import { SignCounts } from '@/components/findings/change-signs.tsx';
import type { AssessmentGroup } from '@/components/findings/assessment-groups.ts';
import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import { toSeverity } from '@/lib/domain/to-severity.ts';
import { printClock, printIso } from '@/lib/print/time.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';

type Props = {
  group: AssessmentGroup;
  /** The sides that show it. */
  sides: readonly Side[];
  tabStop: boolean;
  onCompare: () => void;
  onPut: (side: Side) => void;
  onOpen: () => void;
};

const sideNames: Record<Side, string> = { a: 'A', b: 'B' };

/** An assessment in the history: severity, call, changes, observers, and whether it was sent. A click compares it with the previous one. */
export const HistoryRow = ({ group, sides, tabStop, onCompare, onPut, onOpen }: Props) => {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    onOpen();
  };
  return (
    <li className={`group relative flex border-b border-line ${sides.length > 0 ? 'row-selected' : 'hover:bg-hover'}`}>
      <span className="flex w-10 shrink-0 flex-col items-center justify-center pl-1 pointer-coarse:w-17 pointer-coarse:flex-row pointer-coarse:gap-1">
        {(['a', 'b'] as const).map((side) => (
          <button
            key={side}
            type="button"
            tabIndex={-1}
            aria-pressed={sides.includes(side)}
            aria-label={`Use #${group.call} as ${sideNames[side]}`}
            onClick={() => onPut(side)}
            className="hidden size-4.5 items-center justify-center rounded-chip border border-transparent text-fact font-semibold text-text3 group-focus-within:flex group-hover:flex hover:border-line2 aria-pressed:flex aria-pressed:bg-accent aria-pressed:text-onaccent pointer-coarse:size-7 pointer-coarse:flex pointer-coarse:border-line"
          >
            {sideNames[side]}
          </button>
        ))}
      </span>
      <button
        type="button"
        data-assessment={group.call}
        tabIndex={tabStop ? 0 : -1}
        aria-current={sides.length > 0 ? 'true' : undefined}
        onClick={onCompare}
        onKeyDown={onKeyDown}
        className="row-focus grid min-w-0 flex-1 grid-cols-[20px_1fr_auto] items-center gap-x-1.5 py-1 pr-3 pl-1 text-left text-table"
      >
        <SeverityMark severity={toSeverity(group.severity)} named />
        <span className="min-w-0 truncate">
          <span className="mr-1.5 font-mono text-fact font-semibold">#{group.call}</span>
          <SignCounts signs={group.signs} />
        </span>
        <span className="text-right text-fact text-text3" title={printIso(group.atMs)}>
          {printClock(group.atMs)}
        </span>
        <span className="col-start-2 min-w-0 truncate text-fact text-text2">
          {toVisibleText(group.assessments.map(({ observerName }) => observerName.replace(/ Detector$/u, '')).join(', '))}
        </span>
        <span className="text-right text-fact text-text3">{group.sent ? 'sent' : 'not sent'}</span>
      </button>
    </li>
  );
};
