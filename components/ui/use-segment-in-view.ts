'use client';
import { useEffect, useRef, type RefObject } from 'react';

/**
 * Scrolls a row of choices sideways, as little as needed to show the chosen one, whenever `shown` is another text. Give `ref` to the row;
 * the chosen one says `data-state=on`.
 */
export const useSegmentInView = (shown: string): RefObject<HTMLDivElement | null> => {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>('[data-state=on]');
    if (!row.current || !chosen) return;
    const { left, right } = row.current.getBoundingClientRect();
    const at = chosen.getBoundingClientRect();
    if (at.right > right) row.current.scrollLeft += at.right - right;
    else if (at.left < left) row.current.scrollLeft -= left - at.left;
  }, [shown]);
  return row;
};
