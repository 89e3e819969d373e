'use client';
import { useEffect, useRef, type RefObject } from 'react';

/** Scrolls a row of choices sideways, as little as needed to show the chosen one. Give `ref` to the row; the chosen one says `data-state=on`. */
export const useSegmentInView = (value: string): RefObject<HTMLDivElement | null> => {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>('[data-state=on]');
    if (!row.current || !chosen) return;
    const { left, right } = row.current.getBoundingClientRect();
    const at = chosen.getBoundingClientRect();
    if (at.right > right) row.current.scrollLeft += at.right - right;
    else if (at.left < left) row.current.scrollLeft -= left - at.left;
  }, [value]);
  return row;
};
