'use client';
import type { Jump } from './jump.ts';
import type { Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { findRowLike } from './find-rows.ts';
import type { ViewRow } from './view-rows.ts';

type Pin = { key: string; align: Jump['align'] };
type Top = { row: ViewRow; offset: number };
type Input = {
  virtualizer: Virtualizer<HTMLDivElement, Element>;
  scroller: HTMLDivElement | null;
  rows: readonly ViewRow[];
  jump: Jump | null;
  /** Rows that somebody opened; a change of them lets go of the place that was jumped to. */
  openRows: ReadonlyMap<string, boolean>;
  following: boolean;
};

const nearPx = 1;
const gestures = ['wheel', 'touchmove', 'pointerdown'] as const;
const scrollKeys = new Set(['PageUp', 'PageDown', 'Home', 'End', ' ']);

/** A row's offset from the heights known now; reading any offset updates the cache. */
const findPlace = (virtualizer: Input['virtualizer'], index: number): { start: number; size: number } => {
  virtualizer.getOffsetForIndex(index, 'start');
  return virtualizer.measurementsCache[index] ?? { start: 0, size: 0 };
};

/**
 * Keeps the place in the transcript. A row that was jumped to stays in place while rows around it take their
 * true heights, until somebody scrolls or opens something. When the rows themselves change, the first visible one stays.
 */
export const useScrollPlace = ({ virtualizer, scroller, rows, jump, openRows, following }: Input) => {
  const pin = useRef<Pin | null>(null);
  const top = useRef<Top | null>(null);
  const before = useRef({ rows, jump: null as Jump | null, openRows });
  const letGo = useCallback(() => {
    pin.current = null;
  }, []);

  useLayoutEffect(() => {
    if (!scroller) return;
    const last = before.current;
    before.current = { rows, jump, openRows };
    // The end is kept by following it.
    if (jump && jump !== last.jump) pin.current = jump.align === 'end' ? null : { key: rows[jump.index]?.key ?? '', align: jump.align };
    else if (openRows !== last.openRows) pin.current = null;
    const isAt = (offset: number) => Math.abs(offset - scroller.scrollTop) <= nearPx;
    const hold = ({ key, align }: Pin) => {
      const index = rows.findIndex((row) => row.key === key);
      if (index < 0) return;
      const fits = findPlace(virtualizer, index).size < scroller.clientHeight;
      const to = fits || align === 'auto' ? align : 'start';
      const [offset] = virtualizer.getOffsetForIndex(index, to) ?? [scroller.scrollTop];
      if (!isAt(offset)) virtualizer.scrollToIndex(index, { align: to });
    };
    const stay = ({ row, offset }: Top) => {
      const wanted = findPlace(virtualizer, findRowLike(rows, row)).start + offset;
      if (!isAt(wanted)) virtualizer.scrollToOffset(wanted);
    };
    if (pin.current) hold(pin.current);
    else if (rows !== last.rows && top.current && !following) stay(top.current);
  });

  const remember = () => {
    const item = virtualizer.getVirtualItemForOffset(scroller?.scrollTop ?? 0);
    const row = item && rows[item.index];
    top.current = item && row ? { row, offset: (scroller?.scrollTop ?? 0) - item.start } : null;
  };
  useEffect(remember);

  useEffect(() => {
    if (!scroller) return undefined;
    const onKey = ({ key }: KeyboardEvent) => {
      if (scrollKeys.has(key)) letGo();
    };
    scroller.addEventListener('keydown', onKey);
    for (const event of gestures) scroller.addEventListener(event, letGo, { passive: true });
    return () => {
      scroller.removeEventListener('keydown', onKey);
      for (const event of gestures) scroller.removeEventListener(event, letGo);
    };
  }, [letGo, scroller]);
  return { letGo, remember };
};
