'use client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useHotkeys } from '@/components/hooks/use-hotkeys.ts';
import { useMedia } from '@/components/hooks/use-media.ts';
import { printCount } from '@/lib/print/number.ts';
import { findSharedFolder, type ImportRow } from './import-row.ts';
import { IssueLine } from './issue-line.tsx';
import { IssueText } from './issue-text.tsx';
import { keyOfRow, toResultItems, type ResultItem } from './result-items.ts';
import { ResultRow, resultGrid } from './result-row.tsx';

const heads = ['Session or file', 'Format', 'Size', 'Result', 'Sessions', 'Records', 'Calls', 'Errors', 'Skipped'];

/** Estimated heights in px; a line that is expanded is measured. */
const wideHeight: Record<ResultItem['kind'], number> = { row: 32, issue: 24, more: 24, line: 184 };
const narrowHeight: Record<ResultItem['kind'], number> = { row: 44, issue: 56, more: 24, line: 200 };

/** The files of an import; only those in view are drawn, so thousands are as smooth as ten. */
export const ResultList = ({ rows }: { rows: readonly ImportRow[] }) => {
  const scroller = useRef<HTMLDivElement>(null);
  const heights = useMedia('(min-width: 1280px)', true) ? wideHeight : narrowHeight;
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const items = useMemo(() => toResultItems(rows, opened), [rows, opened]);
  const folderLength = useMemo(() => findSharedFolder(rows).length, [rows]);
  const list = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback((index: number) => heights[items[index]?.kind ?? 'row'], [heights, items]),
    getItemKey: useCallback((index: number) => items[index]?.key ?? index, [items]),
    overscan: 12,
  });
  const toggle = useCallback(
    (key: string) =>
      setOpened((before) => {
        const after = new Set(before);
        if (!after.delete(key)) after.add(key);
        return after;
      }),
    [],
  );
  const focused = () => {
    const path = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.row : undefined;
    return rows.findIndex((row) => row.path === path);
  };
  const move = (by: 1 | -1) => {
    const at = focused();
    const next = rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))];
    if (!next) return;
    list.scrollToIndex(items.findIndex((item) => item.kind === 'row' && item.row === next));
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(next.path)}"]`)?.focus());
  };
  useHotkeys({
    j: () => move(1),
    k: () => move(-1),
    o: () => {
      const row = rows[focused()];
      if (row) toggle(keyOfRow(row));
    },
  });
  const draw = (item: ResultItem) => {
    switch (item.kind) {
      case 'row':
        return <ResultRow row={item.row} folderLength={folderLength} opened={opened.has(item.key)} onToggle={toggle} />;
      case 'issue':
        return <IssueLine issue={item.issue} opened={opened.has(item.key)} onToggle={item.hasLine ? () => toggle(item.key) : null} />;
      case 'line':
        return <IssueText issue={item.issue} sourceId={item.sourceId} line={item.line} />;
      case 'more':
        return <p className="h-6 border-b border-line bg-bg pl-10 text-fact text-text3">and {printCount(item.count)} more in this file</p>;
    }
  };
  return (
    <>
      <div aria-hidden className={`${resultGrid} hidden h-7 shrink-0 border-b border-line text-table text-text3 xl:grid`}>
        <span />
        {heads.map((head, index) => (
          <span key={head} className={index === 2 || index > 3 ? 'text-right' : ''}>
            {head}
          </span>
        ))}
      </div>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto" role="region" aria-label="Files of the import" tabIndex={0}>
        <div className="relative" style={{ height: list.getTotalSize() }}>
          {list.getVirtualItems().map(({ index, start, key }) => {
            const item = items[index];
            if (!item) return null;
            const measured = item.kind === 'line' ? { ref: list.measureElement, 'data-index': index } : {};
            return (
              <div key={key} {...measured} className="absolute inset-x-0 top-0" style={{ transform: `translateY(${start}px)` }}>
                {draw(item)}
              </div>
            );
          })}
        </div>
      </div>
    </>
  );
};
