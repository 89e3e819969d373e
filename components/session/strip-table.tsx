'use client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useState } from 'react';
import type { FindingMark } from '@/components/findings/finding-marks.ts';
import { useKeepInView } from './use-keep-in-view.ts';
import type { Overview, Tick } from '@/lib/domain/overview.ts';
import { printCount } from '@/lib/print/number.ts';
import { StripTableRow, tableColumns, tableGrid } from './strip-table-row.tsx';

type Props = { overview: Overview; marks: readonly FindingMark[]; call: number | null; onCall: (call: number) => void };

/** The findings that begin in each row. */
const computeBegun = (ticks: readonly Tick[], marks: readonly FindingMark[]): ReadonlyMap<number, FindingMark[]> => {
  const begun = new Map<number, FindingMark[]>();
  let at = 0;
  for (const mark of marks) {
    while (at < ticks.length - 1 && (ticks[at]?.lastCall ?? 0) < mark.from) at += 1;
    begun.set(at, [...(begun.get(at) ?? []), mark]);
  }
  return begun;
};

const rowHeight = 22;
const shownRows = 10;

/** Content of the strip, as a table: a call or a bucket of calls in each row. Only the rows in view exist. */
export const StripTable = ({ overview, marks, call, onCall }: Props) => {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const { ticks } = overview;
  const begun = useMemo(() => computeBegun(ticks, marks), [marks, ticks]);
  const virtualizer = useVirtualizer({
    count: ticks.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  const current = call === null ? -1 : ticks.findIndex((tick) => tick.lastCall >= call);
  useKeepInView(virtualizer, scroller ? current : -1);
  return (
    <div
      role="table"
      aria-label={`${printCount(overview.totalCalls)} calls in order`}
      aria-rowcount={ticks.length + 1}
      className="border-b border-line bg-panel text-table"
    >
      <div role="row" aria-rowindex={1} className={`${tableGrid} h-6 border-b border-line text-fact text-text3`}>
        {tableColumns.map(({ name, align }) => (
          <span key={name} role="columnheader" className={align}>
            {name}
          </span>
        ))}
      </div>
      <div
        ref={setScroller}
        role="rowgroup"
        className="overflow-y-auto"
        style={{ height: Math.max(1, Math.min(shownRows, ticks.length)) * rowHeight }}
      >
        <div role="presentation" className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => {
            const tick = ticks[item.index];
            return tick ? (
              <StripTableRow
                key={tick.firstCall}
                tick={tick}
                begun={begun.get(item.index) ?? null}
                rowIndex={item.index + 2}
                top={item.start}
                current={item.index === current}
                stop={item.index === Math.max(0, current)}
                onCall={onCall}
              />
            ) : null;
          })}
        </div>
      </div>
    </div>
  );
};
