'use client';
import type { UseQueryResult } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useState, type KeyboardEvent } from 'react';
import { ErrorLine } from '@/components/ui/error-line.tsx';
import { useKeepInView } from './use-keep-in-view.ts';
import type { AssessmentSeverity } from '@/lib/domain/assessment.ts';
import type { ListedSummary } from '@/lib/domain/listed-summary.ts';
import type { Turn } from '@/lib/domain/turn.ts';
import { printCount } from '@/lib/print/number.ts';
import { MarkLegend } from './mark-legend.tsx';
import { TurnItem } from './turn-item.tsx';
import { useNewHeights } from './use-new-heights.ts';

type Props = {
  turns: Pick<UseQueryResult<{ turns: readonly Turn[] }>, 'data' | 'error' | 'refetch'>;
  /** Severities of the findings that begin in each turn. */
  severities: ReadonlyMap<number, readonly AssessmentSeverity[]>;
  summaries: ReadonlyMap<number, ListedSummary>;
  currentTurn: number | null;
  live: boolean;
  onJump: (turnIdx: number) => void;
};

const noTurns: readonly Turn[] = [];
const [itemHeight, summarizedHeight] = [56, 88];

/** The turns of a session, one stop of Tab; the current one follows the transcript. Virtual, as there can be thousands. */
export const TurnOutline = ({ turns: query, severities, summaries, currentTurn, live, onJump }: Props) => {
  const turns = query.data?.turns ?? noTurns;
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const virtualizer = useVirtualizer({
    count: turns.length,
    getScrollElement: () => scroller,
    estimateSize: (index) => (summaries.has(turns[index]?.turnIdx ?? NaN) ? summarizedHeight : itemHeight),
    overscan: 4,
  });
  // Summaries come later than the turns.
  useNewHeights(virtualizer, summaries);
  const current = turns.findIndex((turn) => turn.turnIdx === currentTurn);
  useKeepInView(virtualizer, scroller ? current : -1);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const next = turns[Math.max(0, current) + by];
    if (by === 0 || !next) return;
    event.preventDefault();
    onJump(next.turnIdx);
    event.currentTarget.querySelector<HTMLElement>(`[data-turn="${next.turnIdx}"]`)?.focus();
  };
  return (
    <nav aria-label="Turns" className="flex h-full min-h-0 flex-col bg-panel">
      <header className="flex h-8 shrink-0 items-center gap-2 border-b border-line px-3 text-table max-sm:hidden">
        <h2 className="font-semibold">Turns</h2>
        {query.data ? <span className="rounded-chip bg-sunken px-1.5 text-fact text-text2">{printCount(turns.length)}</span> : null}
        <span className="ml-auto text-fact text-text3">calls, active time, cost</span>
      </header>
      <div ref={setScroller} className="min-h-0 flex-1 overflow-y-auto" onKeyDown={onKeyDown}>
        <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => {
            const turn = turns[item.index];
            return turn ? (
              <div key={turn.messageId} className="absolute inset-x-0 top-0" style={{ transform: `translateY(${item.start}px)` }}>
                <TurnItem
                  turn={turn}
                  severities={severities.get(turn.turnIdx)}
                  summary={summaries.get(turn.turnIdx) ?? null}
                  current={turn.turnIdx === currentTurn}
                  live={live && item.index === turns.length - 1}
                  tabStop={item.index === Math.max(0, current)}
                  onJump={onJump}
                />
              </div>
            ) : null;
          })}
        </div>
        {query.error && !query.data ? (
          <ErrorLine title="The turns could not be loaded" error={query.error} retry={() => void query.refetch()} />
        ) : null}
        {query.data && turns.length === 0 ? <p className="p-3 text-table text-text3">No prompts in this session, so no turns.</p> : null}
      </div>
      <MarkLegend />
    </nav>
  );
};
