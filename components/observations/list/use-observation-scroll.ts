'use client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { heightOf } from './list-layout.ts';
import type { ListItem } from '@/components/observations/list-rows.ts';
import type { ObservationSeverity } from '@/lib/domain/observation.ts';
import { useReport } from '@/components/hooks/use-report.ts';

const overscan = 10;
/** Rows below the visible ones that are loaded ahead. */
const aheadRows = 30;

type Input = {
  items: readonly ListItem[];
  /** Identifies the list: a new one starts at its top. */
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
  /** Severities whose rows are not there. */
  collapsed: ReadonlySet<ObservationSeverity>;
  /** Whether these are the rows of the state before. */
  isOld: boolean;
  /** Whether the current row shall be in view, wherever it is. */
  isWanted: boolean;
  /** Px at the foot that something lies over: there is room to scroll out from under it. */
  coveredPx: number;
};
type Place = { key: string; offset: number };

const none: ReadonlySet<string> = new Set();

/**
 * Virtual rows, loaded while scrolling. When rows change, the head that caused it or else the current row stays where it
 * is drawn, and else the first one in view that is still there; what came above it is `above`. A list that is shorter than its pane
 * is given room below for that.
 */
export const useObservationScroll = (input: Input) => {
  const { items, listKey, currentKey, isPhone, hasMore, more, hasFormer, former, from, collapsed, isOld, isWanted, coveredPx } = input;
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [roomPx, setRoom] = useState(0);
  const [arrived, setArrived] = useState<{ list: string; keys: ReadonlySet<string> }>({ list: listKey, keys: none });
  const { starts, rowsPx } = useMemo(() => {
    const at = new Map<string, number>();
    let top = 0;
    for (const item of items) {
      at.set(item.key, top);
      top += heightOf(item, isPhone);
    }
    return { starts: at, rowsPx: top };
  }, [items, isPhone]);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller,
    estimateSize: useCallback((index: number) => heightOf(items[index], isPhone), [items, isPhone]),
    getItemKey: useCallback((index: number) => items[index]?.key ?? index, [items]),
    overscan,
    paddingEnd: Math.max(coveredPx, roomPx - rowsPx),
    scrollPaddingEnd: coveredPx,
  });
  const drawn = virtualizer.getVirtualItems();
  const { startIndex: top, endIndex: bottom } = virtualizer.range ?? { startIndex: 0, endIndex: -1 };
  const sizer = useRef<HTMLDivElement>(null);
  const places = useRef<Place[]>([]);
  const usedHead = useRef<string | null>(null);
  const drawnItems = useRef(items);
  const known = useRef({ items, listKey, from, collapsed });

  useLayoutEffect(() => virtualizer.measure(), [virtualizer, items, isPhone]);

  useLayoutEffect(() => {
    if (!scroller || drawnItems.current === items) return;
    drawnItems.current = items;
    const last = known.current;
    if (!isOld) known.current = { items, listKey, from, collapsed };
    if (last.listKey !== listKey) {
      scroller.scrollTop = 0;
      setRoom(0);
      setArrived({ list: listKey, keys: none });
      return;
    }
    const held = places.current.find(({ key }) => starts.has(key));
    if (held) {
      const top = (starts.get(held.key) ?? 0) - held.offset;
      // There is no scrolling to where nothing is.
      if (sizer.current && top > 0) sizer.current.style.height = `${Math.max(rowsPx, top + scroller.clientHeight)}px`;
      scroller.scrollTop = top;
      setRoom(top > 0 ? top + scroller.clientHeight : 0);
    }
    // Rows that come back, from another page or from under their head, are no news.
    if (isOld || last.from !== from) return;
    const old = new Set(last.items.map(({ key }) => key));
    const end = items.findLastIndex(({ key }) => old.has(key));
    const fresh = items.slice(0, end).filter((item) => item.kind === 'row' && !old.has(item.key) && !last.collapsed.has(item.row.severity));
    if (fresh.length > 0 && last.items.length > 0)
      setArrived(({ keys }) => ({ list: listKey, keys: new Set([...keys, ...fresh.map(({ key }) => key)]) }));
  }, [items, listKey, from, collapsed, isOld, scroller, starts, rowsPx]);

  // Each render and each scroll records the rows in view, by priority for holding one in place: a used head, the current row, then all.
  const remember = () => {
    if (!scroller) return;
    const { scrollTop, clientHeight } = scroller;
    const seen = virtualizer
      .getVirtualItems()
      .filter(({ start, end }) => end > scrollTop && start < scrollTop + clientHeight)
      .map(({ key, start }): Place => ({ key: String(key), offset: start - scrollTop }));
    const of = (wanted: string | null) => seen.filter(({ key }) => key === wanted);
    places.current = [...of(usedHead.current), ...of(currentKey), ...seen.filter(({ offset }) => offset >= 0), ...seen];
  };
  useEffect(remember);

  const onScroll = () => {
    remember();
    // Room that was scrolled away from is no longer needed; that of what lay over the foot is, until then.
    if (scroller && (roomPx > 0 || coveredPx > 0)) setRoom(scroller.scrollTop > 0 ? scroller.scrollTop + scroller.clientHeight : 0);
  };

  const scrollTo = (key: string | null) => {
    const index = items.findIndex((item) => item.key === key);
    // The head above the first row of a severity comes into view with it.
    if (index >= 0) virtualizer.scrollToIndex(items[index - 1]?.kind === 'head' && index === 1 ? 0 : index, { align: 'auto' });
  };
  useReport(currentKey, (key) => {
    // The current row changed because its severity was collapsed: keep the head under the pointer.
    if (usedHead.current === null || isWanted) scrollTo(key);
    usedHead.current = null;
  });
  useReport(isWanted && currentKey !== null && starts.has(currentKey) ? currentKey : null, scrollTo);
  useReport(coveredPx, (px) => {
    if (px > 0 && places.current.some(({ key }) => key === currentKey)) scrollTo(currentKey);
  });
  const hasRows = items.some(({ kind }) => kind === 'row');
  const isNearEnd = hasMore && hasRows && bottom >= items.length - aheadRows;
  const isNearStart = hasFormer && hasRows && top < aheadRows;
  useEffect(() => {
    if (isNearEnd) more();
    else if (isNearStart) former();
  });

  const keys = arrived.list === listKey ? arrived.keys : none;
  const above = items.slice(0, top).filter(({ key }) => keys.has(key));
  return {
    scroller,
    setScroller,
    /** Give it to what holds the rows: it is so high. */
    sizer,
    heightPx: virtualizer.getTotalSize(),
    drawn,
    onScroll,
    /** A head that collapses or expands keeps its place until another row is current. */
    hold: (key: string) => {
      usedHead.current = key;
      remember();
    },
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
