'use client';
import { useCallback, useState } from 'react';
import type { FocusPlace, FocusRequest } from '@/components/hooks/use-take-focus.ts';
import type { Timeline } from './use-timeline.ts';

type Input = Pick<Timeline, 'place' | 'navigation' | 'view' | 'find' | 'replay'> & {
  /** The record is shown next to the transcript. */
  besides: boolean;
};

/** Keyboard focus among rows, inspector and find bar; and what Esc undoes, innermost first. */
export const useTimelineFocus = ({ place, navigation, view, find, replay, besides }: Input) => {
  const [wish, setRequest] = useState<FocusRequest | null>(null);
  const onTaken = useCallback(() => setRequest(null), []);
  const { position } = place;
  const { move, setSheet } = navigation;
  const onFocus = (to: FocusPlace) => setRequest({ place: to, gentle: to === 'row' });
  const backToRow = () => setRequest({ place: 'row', gentle: false });
  const onInspect = () => {
    if (!besides) setSheet('record');
    setRequest({ place: 'record', gentle: false });
  };
  const closeFind = () => {
    // Rows that a hit opened stay open.
    move({ find: null, ...(find.marks.hit ? { open: view.openRows } : {}) });
    backToRow();
  };
  const onEscape = () => {
    if (position.sheet) {
      setSheet(null);
      backToRow();
    } else if (document.activeElement?.closest('[data-pane="record"]')) backToRow();
    else if (position.find !== null) closeFind();
    else if (replay.open) replay.close();
    else if (position.table) move({ table: false });
    else move({ call: null, seq: null, recordId: null });
  };
  return { wish, onTaken, onFocus, onInspect, closeFind, onEscape };
};

export type TimelineFocus = ReturnType<typeof useTimelineFocus>;
