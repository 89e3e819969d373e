'use client';
import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect } from 'react';

/** Scrolls a virtual list as little as needed to show an item, when the item changes; -1 does nothing. */
export const useKeepInView = (virtualizer: Virtualizer<HTMLDivElement, Element>, index: number): void => {
  useEffect(() => {
    if (index >= 0) virtualizer.scrollToIndex(index, { align: 'auto' });
  }, [virtualizer, index]);
};
