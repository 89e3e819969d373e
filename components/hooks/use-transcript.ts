'use client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { computeNeededPages, recordsPerPage } from '@/components/session/record-lookup.ts';
import { estimateRowHeight } from '@/components/session/row-heights.ts';
import type { ViewRow } from '@/components/session/view-rows.ts';
import { useRecordPages } from './use-record-pages.ts';

/** A wish to see a row; a new object each time, so that the same row can be asked for again. */
export type Jump = { index: number; align: 'center' | 'start' | 'end' | 'auto' };

type Input = {
  sessionId: string;
  rows: readonly ViewRow[];
  totalRecords: number;
  openRows: ReadonlyMap<string, boolean>;
  jump: Jump | null;
  live: boolean;
  touch: boolean;
};

const endReach = 48;
const overscan = 12;
/** How long an arrived row is marked. */
const flashMs = 600;

/** Virtual rows, the records that they need, and following the end of a live session. Nothing above the first visible row moves. */
export const useTranscript = ({ sessionId, rows, totalRecords, openRows, jump, live, touch }: Input) => {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: useCallback((index: number) => estimateRowHeight(rows[index], touch), [rows, touch]),
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    overscan,
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items[items.length - 1]?.index ?? -1;
  const needed = useMemo(() => computeNeededPages(rows.slice(first, last + 1), totalRecords), [rows, first, last, totalRecords]);
  const pages = useRecordPages(sessionId, needed, Math.max(0, Math.ceil(totalRecords / recordsPerPage) - 1));

  useEffect(() => {
    if (!jump || !scroller) return;
    virtualizer.scrollToIndex(jump.index, { align: jump.align });
    setFollowing(jump.align === 'end');
  }, [jump, scroller, virtualizer]);

  const [following, setFollowing] = useState(false);
  const lastTop = useRef(0);
  const [seen, setSeen] = useState<number | null>(null);
  const onScroll = () => {
    if (!scroller) return;
    const atEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < endReach;
    // Rows that take their true height move the end away; only going up leaves it.
    if (atEnd || scroller.scrollTop < lastTop.current) setFollowing(atEnd);
    lastTop.current = scroller.scrollTop;
  };
  const totalSize = virtualizer.getTotalSize();
  const openedBefore = useRef(openRows);
  useLayoutEffect(() => {
    const opens = openedBefore.current !== openRows;
    openedBefore.current = openRows;
    // What somebody opens stays where it is.
    if (opens) setFollowing(false);
    else if (live && following && scroller) scroller.scrollTop = scroller.scrollHeight;
  }, [following, live, openRows, scroller, totalSize]);
  useEffect(() => {
    if (!following || seen === totalRecords) return undefined;
    const timer = window.setTimeout(() => setSeen(totalRecords), flashMs);
    return () => window.clearTimeout(timer);
  }, [following, seen, totalRecords]);
  const base = seen ?? totalRecords;
  if (seen === null && totalRecords > 0) setSeen(totalRecords);
  const offset = virtualizer.scrollOffset ?? 0;
  const top = items.find((item) => item.end > offset + 8)?.index ?? first;
  const bottom = items.findLast((item) => item.start < offset + (virtualizer.scrollRect?.height ?? 0))?.index ?? last;
  const turns = `${rows[top]?.turn ?? ''} ${rows[bottom]?.turn ?? ''}`;
  return {
    setScroller,
    virtualizer,
    items,
    pages,
    onScroll,
    newRecords: following ? 0 : Math.max(0, totalRecords - base),
    arrivedFrom: base,
    turns,
  };
};
