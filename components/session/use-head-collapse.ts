'use client';
import { useLayoutEffect, useRef, useState, type UIEvent } from 'react';
import { useReport } from '@/components/hooks/use-report.ts';
import type { Sheet } from './position.ts';

/** Marks the scroller that makes the head collapse. */
export const collapsesHead = { 'data-collapses-head': '' };

/** Scrolling so far says that one reads. */
const readingPx = 60;
const glideMs = 160;

/** Draws an element where it was before it moved, and lets it follow from there. */
const glide = (element: Element | null | undefined, movedPx: number): void =>
  void element?.animate([{ transform: `translateY(${-movedPx}px)` }, { transform: 'none' }], { duration: glideMs, easing: 'ease-out' });

/**
 * On a phone, the head of a session leaves its room to the transcript once that is scrolled, and to the other panes when one opens. It
 * comes back at the top, or by hand. Rows stay where they are meanwhile; those that can only move up glide there.
 */
export const useHeadCollapse = (isPhone: boolean, sheet: Sheet) => {
  const [isCollapsed, setCollapsed] = useState(false);
  const head = useRef<HTMLDivElement>(null);
  const isByHand = useRef(false);
  /** Where scrolling down began. */
  const from = useRef(0);
  const kept = useRef<{ scroller: Element; y: number } | null>(null);

  useReport(sheet, (open) => open !== null && setCollapsed(true));
  useLayoutEffect(() => {
    if (kept.current) {
      const { scroller, y } = kept.current;
      const moved = scroller.getBoundingClientRect().top - y;
      // At the very top, the head would come back.
      if (scroller.scrollTop + moved >= readingPx) scroller.scrollTop += moved;
      else if (!window.matchMedia('(prefers-reduced-motion: reduce)').matches) glide(head.current?.nextElementSibling, moved);
      from.current = scroller.scrollTop;
    }
    kept.current = null;
  }, [isCollapsed]);

  const change = (next: boolean, scroller: Element | null) => {
    kept.current = scroller && { scroller, y: scroller.getBoundingClientRect().top };
    setCollapsed(next);
  };
  const onScrollCapture = ({ target }: UIEvent) => {
    if (!isPhone || !(target instanceof Element) || !target.matches('[data-collapses-head]')) return;
    const { scrollTop, scrollHeight, clientHeight } = target;
    from.current = Math.min(from.current, scrollTop);
    // Content that fits once the head is gone could not be scrolled any more, and would be back at its top.
    const isLong = scrollHeight - clientHeight > (head.current?.offsetHeight ?? 0);
    if (isCollapsed && scrollTop <= 0) change(false, null);
    else if (!isCollapsed && isByHand.current && isLong && scrollTop - from.current >= readingPx) change(true, target);
  };
  const onGesture = () => {
    isByHand.current = true;
  };
  return {
    isCollapsed: isPhone && isCollapsed,
    toggle: () => change(!isCollapsed, document.querySelector('[data-collapses-head]')),
    head,
    /** For the element around the scroller. */
    listeners: { onScrollCapture, onTouchMoveCapture: onGesture, onWheelCapture: onGesture },
  };
};
