'use client';
import { ChevronDown } from 'lucide-react';
import { memo, useCallback, useState, type KeyboardEvent } from 'react';
import { useReport } from '@/components/hooks/use-report.ts';
import { useRevealMark } from './use-reveal-mark.ts';
import { useRowFocus } from '@/components/hooks/use-row-focus.ts';
import type { FocusRequest } from '@/components/hooks/use-take-focus.ts';
import { collapsesHead } from './use-head-collapse.ts';
import { useTranscript } from './use-transcript.ts';
import { Icon } from '@/components/ui/icon.tsx';
import { printCounted } from '@/lib/print/number.ts';
import { useFindMarks } from './find-context.ts';
import type { Jump } from './jump.ts';
import { computeIndexWidth } from './row-heights.ts';
import { useRowRenderer } from './rows/row-renderer.ts';
import type { OpenSession } from './use-agent-sources.ts';
import type { ViewRow } from './view-rows.ts';

type Props = {
  sessionId: string;
  rows: readonly ViewRow[];
  totalRecords: number;
  agents: ReadonlyMap<string, OpenSession>;
  openRows: ReadonlyMap<string, boolean>;
  selectedAt: number;
  jump: Jump | null;
  touch: boolean;
  /** Called with the first and last visible turns, as `2 3`, while scrolling. */
  onTurns: (turns: string) => void;
  onEnd: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  wish: FocusRequest | null;
  onTaken: () => void;
  /** Moves when records changed: those from `seq` on are read again. */
  stale: { seq: number } | null;
};

const floating = 'absolute bottom-3 flex items-center shadow-float';

/** The records of a session as rows. Only those in view exist; what is not loaded keeps its place. */
export const Transcript = memo((props: Props) => {
  const { sessionId, rows, openRows, selectedAt, onTurns, onEnd, onKeyDown, stale, wish, onTaken } = props;
  const Row = useRowRenderer();
  const transcript = useTranscript(props);
  const { scroller, virtualizer, pages, newRecords } = transcript;
  const [flashed, setFlashed] = useState<ReadonlySet<string>>(new Set());
  const selectedKey = rows[selectedAt]?.key ?? null;
  const stopKey = selectedKey ?? transcript.topKey;
  const onArrived = useCallback((key: string) => setFlashed((before) => new Set(before).add(key)), []);
  useReport(transcript.turns, onTurns);
  useReport(stale, (change) => change && pages.refreshFrom(sessionId, change.seq));
  useRowFocus(scroller, selectedKey, { wish, drawn: pages.lookupOf, onTaken });
  useRevealMark(scroller, selectedKey, useFindMarks().hit, transcript.letGo);
  return (
    <div className="relative min-h-0 flex-1 bg-panel">
      <div
        ref={transcript.setScroller}
        {...collapsesHead}
        onScroll={transcript.onScroll}
        onKeyDown={onKeyDown}
        className="h-full overflow-y-auto [overflow-anchor:none]"
        style={{ ['--index' as string]: `${computeIndexWidth(rows)}px` }}
        role="region"
        aria-label="Transcript"
      >
        <div className="relative" style={{ height: virtualizer.getTotalSize() }} role="list">
          {transcript.items.map((item) => {
            const row = rows[item.index];
            return row ? (
              <div
                key={item.key}
                role="listitem"
                ref={virtualizer.measureElement}
                data-index={item.index}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${item.start}px)`, ['--row' as string]: `${transcript.heightAt(item.index)}px` }}
              >
                <Row
                  row={row}
                  lookup={transcript.lookupOf(row)}
                  open={openRows.get(row.key)}
                  prefix={row.agent === null ? '#' : 'a'}
                  selected={row.key === selectedKey}
                  tabStop={row.key === stopKey}
                  arrived={
                    row.agent === null && row.seq >= transcript.arrivedFrom && !flashed.has(row.key) && transcript.isInView(item.index)
                  }
                  onArrived={onArrived}
                />
              </div>
            ) : null;
          })}
        </div>
      </div>
      {pages.error ? (
        <p role="alert" className={`${floating} inset-x-3 gap-3 rounded-card border border-line bg-panel px-3 py-2 text-table text-high`}>
          <span className="min-w-0 flex-1">These records could not be loaded: {pages.error.message}</span>
          <button type="button" className="font-medium text-accent hover:underline" onClick={pages.retry}>
            Retry
          </button>
        </p>
      ) : null}
      {newRecords > 0 ? (
        <button
          type="button"
          onClick={onEnd}
          className={`${floating} left-1/2 h-7 -translate-x-1/2 gap-1.5 rounded-full bg-accent px-3 text-table font-medium text-onaccent max-sm:h-10`}
        >
          <Icon of={ChevronDown} />
          {printCounted(newRecords, 'new record')}
        </button>
      ) : null}
    </div>
  );
});
Transcript.displayName = 'Transcript';
