'use client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { useHotkeys } from '@/components/hooks/use-hotkeys.ts';
import { useMedia } from '@/components/hooks/use-media.ts';
import type { Issue } from '@/lib/domain/issue.ts';
import type { ImportRow } from './import-row.ts';
import { IssueLine } from './issue-line.tsx';
import { ResultRow, resultGrid } from './result-row.tsx';

type Item = { kind: 'row'; row: ImportRow } | { kind: 'issue'; issue: Issue };

const toItems = (rows: readonly ImportRow[], opened: ReadonlySet<string>): Item[] =>
  rows.flatMap((row): Item[] => [
    { kind: 'row', row },
    ...(opened.has(row.path) ? (row.result?.issues ?? []) : []).map((issue): Item => ({ kind: 'issue', issue })),
  ]);

const heads = ['File', 'Format', 'Size', 'Result', 'Sessions', 'Records', 'Calls', 'Errors', 'Skipped'];

/** The files of an import; only those in view are drawn, so thousands are as smooth as ten. */
export const ResultList = ({ rows }: { rows: readonly ImportRow[] }) => {
  const scroller = useRef<HTMLDivElement>(null);
  const wide = useMedia('(min-width: 1024px)', true);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const items = toItems(rows, opened);
  const rowHeight = wide ? 32 : 44;
  // The compiler's memoisation is not used here; the virtualizer's functions change by design.
  const list = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (items[index]?.kind === 'issue' ? 24 : rowHeight),
    overscan: 12,
  });
  const toggle = (path: string) =>
    setOpened((before) => {
      const after = new Set(before);
      if (!after.delete(path)) after.add(path);
      return after;
    });
  const focused = () => (document.activeElement instanceof HTMLElement ? document.activeElement.dataset.row : undefined);
  const move = (by: 1 | -1) => {
    const at = rows.findIndex(({ path }) => path === focused());
    const next = rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))];
    if (!next) return;
    list.scrollToIndex(items.findIndex((item) => item.kind === 'row' && item.row === next));
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(next.path)}"]`)?.focus());
  };
  useHotkeys({
    j: () => move(1),
    k: () => move(-1),
    o: () => {
      const path = focused();
      if (path !== undefined) toggle(path);
    },
  });
  return (
    <>
      <div aria-hidden className={`${resultGrid} hidden h-7 shrink-0 border-b border-line text-table text-text3 lg:grid`}>
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
            return (
              <div key={key} className="absolute inset-x-0 top-0" style={{ transform: `translateY(${start}px)` }}>
                {item.kind === 'issue' ? (
                  <IssueLine issue={item.issue} />
                ) : (
                  <ResultRow row={item.row} opened={opened.has(item.row.path)} onToggle={() => toggle(item.row.path)} />
                )}
              </div>
            );
          })}
        </div>
      </div>
    </>
  );
};
