'use client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useState } from 'react';
import { useMedia } from '@/components/hooks/use-media.ts';
import { useReport } from '@/components/hooks/use-report.ts';
import { useKeepInView } from '@/components/session/use-keep-in-view.ts';
import { cx } from '@/components/ui/cx.ts';
import type { TrajectorySnapshot } from '@/lib/domain/trajectory.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { columnPx, rowClass, rowPx, StripColumn } from './strip-column.tsx';
import type { StripRow } from './strip-rows.ts';

type Props = {
  snapshots: readonly TrajectorySnapshot[];
  rows: readonly StripRow[];
  at: number;
  /** The one that it is compared with; null: none. */
  from: number | null;
  onPick: (position: number, isOther: boolean, sliceType: string | null) => void;
};

const [labelPx, labelPhonePx, headPx] = [148, 96, 24];

/** All snapshots from left to right, and what changed at each from top to bottom. Only what is in view exists. */
export const SnapshotStrip = ({ snapshots, rows, at, from, onPick }: Props) => {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const isPhone = useMedia('(max-width: 639px)', false);
  const labels = isPhone ? labelPhonePx : labelPx;
  const virtualizer = useVirtualizer({
    horizontal: true,
    count: snapshots.length,
    getScrollElement: () => scroller,
    estimateSize: useCallback(() => columnPx, []),
    paddingStart: labels,
    scrollPaddingStart: labels,
    overscan: 6,
  });
  const lineVirtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: useCallback(() => rowPx, []),
    paddingStart: headPx,
    overscan: 10,
  });
  const lines = lineVirtualizer.getVirtualItems();
  useKeepInView(virtualizer, scroller ? at : -1);
  // The focus goes with the shown one, but not into the strip.
  useReport(at, (position) => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && activeElement.dataset.snapshot !== undefined)
      scroller?.querySelector<HTMLElement>(`[data-snapshot="${position}"]`)?.focus({ preventScroll: true });
  });
  return (
    <section aria-label="Snapshots" className="shrink-0 border-b border-line bg-panel">
      <div ref={setScroller} className="relative max-h-[38vh] overflow-auto max-sm:max-h-[210px]">
        <div
          role="group"
          aria-label="Snapshots in order"
          className="relative flex"
          style={{ width: virtualizer.getTotalSize(), height: lineVirtualizer.getTotalSize() }}
        >
          <div aria-hidden className="sticky left-0 z-20 shrink-0 border-r border-line bg-panel text-fact" style={{ width: labels }}>
            <div className="sticky top-0 flex h-6 items-center border-b border-line bg-panel px-3 text-text3">Snapshot</div>
            {lines.map(({ index, start }) => {
              const { key, label, title } = rows[index] ?? { key: '', label: '', title: '' };
              return (
                <div
                  key={key}
                  title={toVisibleText(title)}
                  className={cx(rowClass, 'px-3', key.startsWith('slice ') ? 'text-text' : 'text-text2')}
                  style={{ top: start }}
                >
                  <span className="truncate">{toVisibleText(label)}</span>
                </div>
              );
            })}
          </div>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const snapshot = snapshots[index];
            return snapshot ? (
              <StripColumn
                key={index}
                snapshot={snapshot}
                rows={rows}
                lines={lines}
                left={start}
                side={index === at ? 'shown' : index === from ? 'other' : null}
                tabStop={index === at}
                onPick={(isOther, sliceType) => onPick(index, isOther, sliceType)}
              />
            ) : null;
          })}
        </div>
      </div>
    </section>
  );
};
