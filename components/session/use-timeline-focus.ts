'use client';
import { useCallback, useState } from 'react';
import type { FocusPlace, FocusWish } from '@/components/hooks/use-take-focus.ts';
import type { Timeline } from './use-timeline.ts';

/** Where the keyboard is led to: rows, the record beside them, the search; and what Esc takes back, the nearest thing first. */
export const useTimelineFocus = (timeline: Timeline, { besides }: { besides: boolean }) => {
  const [wish, setWish] = useState<FocusWish | null>(null);
  const onTaken = useCallback(() => setWish(null), []);
  const { position, view, find, move, setSheet } = timeline;
  const onFocus = (place: FocusPlace) => setWish({ place, gentle: place === 'row' });
  const backToRow = () => setWish({ place: 'row', gentle: false });
  const onInspect = () => {
    if (!besides) setSheet('record');
    setWish({ place: 'record', gentle: false });
  };
  const closeFind = () => {
    // What a hit opened stays open.
    move({ find: null, ...(find.marks.hit ? { open: view.openRows } : {}) });
    backToRow();
  };
  const onEscape = () => {
    if (position.sheet) {
      setSheet(null);
      backToRow();
    } else if (document.activeElement?.closest('[data-pane="record"]')) backToRow();
    else if (position.find !== null) closeFind();
    else if (timeline.replay.open) timeline.replay.close();
    else if (position.table) move({ table: false });
    else move({ call: null, seq: null, recordId: null });
  };
  return { wish, onTaken, onFocus, onInspect, closeFind, onEscape };
};

export type TimelineFocus = ReturnType<typeof useTimelineFocus>;
