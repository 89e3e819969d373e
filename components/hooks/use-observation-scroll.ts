'use client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { heightOf } from '@/components/observations/list-layout.ts';
import type { ListItem } from '@/components/observations/list-rows.ts';
import { useReport } from './use-report.ts';

const overscan = 10;
/** Rows below what is seen that are asked for in good time. */
const aheadRows = 30;

type Input = {
  items: readonly ListItem[];
  /** Tells two lists apart: another one begins at its top. */
  listKey: string;
  currentKey: string | null;
  isPhone: boolean;
  hasMore: boolean;
  more: () => void;
  /** Rows before the first one, let go of as one scrolled on. */
  hasFormer: boolean;
  former: () => void;
  /** How many those are. */
  from: number;
};
type Place = { key: string; offset: number };

const none: ReadonlySet<string> = new Set();

/**
 * Virtual rows that are asked for as one scrolls. When rows come or go, the current row stays where it is drawn, and else the first
 * one in view that is still there; what came above it is `above`.
 */
export const useObservationScroll = ({ items, listKey, currentKey, isPhone, hasMore, more, hasFormer, former, from }: Input) => {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [arrived, setArrived] = useState<{ list: string; keys: ReadonlySet<string> }>({ list: listKey, keys: none });
  const starts = useMemo(() => {
    const at = new Map<string, number>();
    let top = 0;
    for (const item of items) {
      at.set(item.key, top);
      top += heightOf(item, isPhone);
    }
    return at;
  }, [items, isPhone]);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller,
    estimateSize: useCallback((index: number) => heightOf(items[index], isPhone), [items, isPhone]),
    getItemKey: useCallback((index: number) => items[index]?.key ?? index, [items]),
    overscan,
  });
  const drawn = virtualizer.getVirtualItems();
  const { startIndex: top, endIndex: bottom } = virtualizer.range ?? { startIndex: 0, endIndex: -1 };
  const places = useRef<Place[]>([]);
  const before = useRef({ items, listKey, from });

  useLayoutEffect(() => virtualizer.measure(), [virtualizer, items, isPhone]);

  useLayoutEffect(() => {
    const last = before.current;
    before.current = { items, listKey, from };
    if (!scroller || last.items === items) return;
    if (last.listKey !== listKey) {
      scroller.scrollTop = 0;
      setArrived({ list: listKey, keys: none });
      return;
    }
    const held = places.current.find(({ key }) => starts.has(key));
    if (held) scroller.scrollTop = (starts.get(held.key) ?? 0) - held.offset;
    // Rows that come back are no news.
    if (last.from !== from) return;
    const old = new Set(last.items.map(({ key }) => key));
    const end = items.findLastIndex(({ key }) => old.has(key));
    const fresh = items.slice(0, end).flatMap(({ key, kind }) => (kind === 'row' && !old.has(key) ? [key] : []));
    if (fresh.length > 0 && last.items.length > 0) setArrived(({ keys }) => ({ list: listKey, keys: new Set([...keys, ...fresh]) }));
  }, [items, listKey, from, scroller, starts]);

  // What is held in place is read after each drawing and each scroll: the current row if it is in view, then all in view.
  const remember = () => {
    if (!scroller) return;
    const { scrollTop, clientHeight } = scroller;
    const seen = virtualizer
      .getVirtualItems()
      .filter(({ start, end }) => end > scrollTop && start < scrollTop + clientHeight)
      .map(({ key, start }): Place => ({ key: String(key), offset: start - scrollTop }));
    places.current = [...seen.filter(({ key }) => key === currentKey), ...seen.filter(({ offset }) => offset >= 0), ...seen];
  };
  useEffect(remember);

  useReport(currentKey, (key) => {
    const index = items.findIndex((item) => item.key === key);
    // The head above the first row of a severity comes into view with it.
    if (index >= 0) virtualizer.scrollToIndex(items[index - 1]?.kind === 'head' && index === 1 ? 0 : index, { align: 'auto' });
  });
  const isNearEnd = hasMore && bottom >= items.length - aheadRows;
  const isNearStart = hasFormer && top < aheadRows;
  useEffect(() => {
    if (isNearEnd) more();
    else if (isNearStart) former();
  });

  const keys = arrived.list === listKey ? arrived.keys : none;
  const above = items.slice(0, top).filter(({ key }) => keys.has(key));
  return {
    scroller,
    setScroller,
    drawn,
    totalPx: virtualizer.getTotalSize(),
    onScroll: remember,
    arrived: keys,
    /** How many came above what is in view, and the way to the first of them. */
    above: above.length,
    goAbove: () => {
      const index = items.findIndex(({ key }) => key === above[0]?.key);
      virtualizer.scrollToIndex(Math.max(0, index - 1), { align: 'start' });
      setArrived({ list: listKey, keys: none });
    },
  };
};
