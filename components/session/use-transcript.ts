'use client';
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useReport } from '@/components/hooks/use-report.ts';
import { groupBy } from '@/lib/session/group-by.ts';
import type { Jump } from './jump.ts';
import { findSessionOf } from './agent-path.ts';
import { computeNeededPages, recordsPerPage } from './record-lookup.ts';
import { computeRowSizes } from './row-heights.ts';
import { holderOf, type ViewRow } from './view-rows.ts';
import { useFollowEnd } from './use-follow-end.ts';
import type { OpenSession } from './use-agent-sources.ts';
import { useRecordPages } from './use-record-pages.ts';
import { useScrollPlace } from './use-scroll-place.ts';

type Input = {
  sessionId: string;
  rows: readonly ViewRow[];
  totalRecords: number;
  /** The subagents that are opened in place. */
  agents: ReadonlyMap<string, OpenSession>;
  openRows: ReadonlyMap<string, boolean>;
  /** The selected row; it stays drawn, so that the focus on it is not lost. */
  selectedAt: number;
  jump: Jump | null;
  touch: boolean;
};

/** Rows drawn beyond those in view: few until the first ones are there. */
const mostOverscan = 12;
const firstOverscan = 3;

/** Virtual rows, the records that they need, and following the end. Nothing above the first visible row moves. */
export const useTranscript = ({ sessionId, rows, totalRecords, agents, openRows, selectedAt, jump, touch }: Input) => {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const overscan = useDeferredValue(mostOverscan, firstOverscan);
  const sizes = useMemo(() => computeRowSizes(rows, touch), [rows, touch]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: useCallback((index: number) => sizes.heights[index] ?? 0, [sizes]),
    getItemKey: useCallback(
      (index: number) => {
        const id = sizes.ids[index] ?? -1 - index;
        return Number.isNaN(id) ? (rows[index]?.key ?? '') : id;
      },
      [rows, sizes],
    ),
    rangeExtractor: useCallback(
      (range: Range) => {
        const drawn = defaultRangeExtractor(range);
        if (selectedAt < 0 || selectedAt >= range.count || drawn.includes(selectedAt)) return drawn;
        return selectedAt < range.startIndex ? [selectedAt, ...drawn] : [...drawn, selectedAt];
      },
      [selectedAt],
    ),
    overscan,
  });
  const items = virtualizer.getVirtualItems();
  const { startIndex: top, endIndex: bottom } = virtualizer.range ?? { startIndex: 0, endIndex: -1 - overscan };
  const [first, last] = [Math.max(0, top - overscan), Math.min(rows.length - 1, bottom + overscan)];
  const needed = useMemo(() => {
    const bySession = groupBy(rows.slice(first, last + 1), (row) => findSessionOf(holderOf(row), sessionId));
    return [...bySession].map(([id, inView]) => {
      const total = id === sessionId ? totalRecords : (agents.get(id)?.totalRecords ?? 0);
      return { sessionId: id, pages: computeNeededPages(inView, total), lastPage: Math.max(0, Math.ceil(total / recordsPerPage) - 1) };
    });
  }, [rows, first, last, sessionId, totalRecords, agents]);
  const pages = useRecordPages(sessionId, needed);
  useReport(agents, () => [...agents.keys()].forEach((id) => pages.refreshFrom(id, 0)));
  const follow = useFollowEnd({ scroller, totalRecords, totalSize: virtualizer.getTotalSize(), openRows, jump });
  const place = useScrollPlace({ virtualizer, scroller, rows, jump, openRows, following: follow.following });
  const onScroll = () => {
    follow.onScroll();
    place.remember();
  };
  return {
    scroller,
    setScroller,
    virtualizer,
    items,
    heightAt: (index: number) => sizes.heights[index] ?? 0,
    pages,
    lookupOf: (row: ViewRow) => pages.lookupOf(findSessionOf(holderOf(row), sessionId)),
    onScroll,
    letGo: place.letGo,
    newRecords: follow.newRecords,
    arrivedFrom: follow.arrivedFrom,
    topKey: rows[top]?.key ?? null,
    turns: `${rows[top]?.turn ?? ''} ${rows[bottom]?.turn ?? ''}`,
    isInView: (index: number) => index >= top && index <= bottom,
  };
};
