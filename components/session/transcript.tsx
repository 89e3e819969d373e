'use client';
import { ChevronDown } from 'lucide-react';
import { memo } from 'react';
import { useReport } from '@/components/hooks/use-report.ts';
import { useTranscript, type Jump } from '@/components/hooks/use-transcript.ts';
import { Icon } from '@/components/ui/icon.tsx';
import { printCounted } from '@/lib/print/number.ts';
import { useRowRenderer } from './rows/row-renderer.ts';
import type { ViewRow } from './view-rows.ts';

type Props = {
  sessionId: string;
  rows: readonly ViewRow[];
  totalRecords: number;
  openRows: ReadonlyMap<string, boolean>;
  selectedKey: string | null;
  jump: Jump | null;
  live: boolean;
  touch: boolean;
  /** Hears the turns at the top and at the bottom, as `2 3`, while one scrolls. */
  onTurns: (turns: string) => void;
  onEnd: () => void;
  /** Moves when records changed: those from `seq` on are read again. */
  stale: { seq: number } | null;
};

/** The records of a session as rows. Only those in view exist; what is not loaded keeps its place. */
export const Transcript = memo((props: Props) => {
  const { rows, openRows, selectedKey, onTurns, onEnd, stale } = props;
  const Row = useRowRenderer();
  const { setScroller, virtualizer, items, pages, onScroll, newRecords, arrivedFrom, turns } = useTranscript(props);
  useReport(turns, onTurns);
  useReport(stale, (change) => change && pages.refreshFrom(change.seq));
  return (
    <div className="relative min-h-0 flex-1 bg-panel">
      <div
        ref={setScroller}
        onScroll={onScroll}
        className="h-full overflow-y-auto [overflow-anchor:none]"
        tabIndex={0}
        role="region"
        aria-label="Transcript"
      >
        <div className="relative" style={{ height: virtualizer.getTotalSize() }} role="list">
          {items.map((item) => {
            const row = rows[item.index];
            return row ? (
              <div
                key={item.key}
                role="listitem"
                ref={virtualizer.measureElement}
                data-index={item.index}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <Row
                  row={row}
                  lookup={pages.lookup}
                  open={openRows.get(row.key)}
                  prefix="#"
                  selected={row.key === selectedKey}
                  arrived={row.seq >= arrivedFrom}
                />
              </div>
            ) : null;
          })}
        </div>
      </div>
      {pages.error ? (
        <p
          role="alert"
          className="absolute inset-x-3 bottom-3 flex items-center gap-3 rounded-card border border-line bg-panel px-3 py-2 text-table text-high shadow-float"
        >
          <span className="min-w-0 flex-1">These records could not be read: {pages.error.message}</span>
          <button type="button" className="font-medium text-accent hover:underline" onClick={pages.retry}>
            Try again
          </button>
        </p>
      ) : null}
      {newRecords > 0 ? (
        <button
          type="button"
          onClick={onEnd}
          className="absolute bottom-3 left-1/2 flex h-7 -translate-x-1/2 items-center gap-1.5 rounded-full bg-accent px-3 text-table font-medium text-onaccent shadow-float max-sm:h-10"
        >
          <Icon of={ChevronDown} />
          {printCounted(newRecords, 'new record')}
        </button>
      ) : null}
    </div>
  );
});
Transcript.displayName = 'Transcript';
