'use client';
import { useEffect } from 'react';
import type { FocusRequest } from './use-take-focus.ts';

/** Whether the focus is nowhere or in the rows: a key that selects must not pull it out of another pane. */
const mayMove = (scroller: HTMLElement): boolean => {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement.id === 'main' || scroller.contains(activeElement);
};

/** Puts the focus on the selected row when that is wanted, once the row is drawn. `drawn` moves when rows may have come. */
export const useRowFocus = (
  scroller: HTMLElement | null,
  selectedKey: string | null,
  { wish, drawn, onTaken }: { wish: FocusRequest | null; drawn: unknown; onTaken: () => void },
): void => {
  useEffect(() => {
    if (wish?.place !== 'row' || !scroller || selectedKey === null) return;
    const row = scroller.querySelector<HTMLElement>(`[data-row="${CSS.escape(selectedKey)}"] [data-row-focus]`);
    if (!row) return;
    if (!wish.gentle || mayMove(scroller)) row.focus({ preventScroll: true });
    onTaken();
  }, [drawn, onTaken, scroller, selectedKey, wish]);
};
