'use client';
import { useCallback, useEffect, useState } from 'react';
import { parsePosition, printPosition, type Position } from '@/components/session/position.ts';

const nowhere: Position = { call: null, recordId: null, seq: null, zoom: null };

/** The position of a timeline. It is read from the URL once and on back and forward, and written with replaceState, which draws nothing again. */
export const useTimelinePosition = (): { position: Position; ready: boolean; move: (change: Partial<Position>) => void } => {
  const [state, setState] = useState<{ position: Position; ready: boolean }>({ position: nowhere, ready: false });
  useEffect(() => {
    const read = () => setState({ position: parsePosition(window.location.search), ready: true });
    read();
    window.addEventListener('popstate', read);
    return () => window.removeEventListener('popstate', read);
  }, []);
  const move = useCallback(
    (change: Partial<Position>) => setState((current) => ({ ready: true, position: { ...current.position, ...change } })),
    [],
  );
  const { position, ready } = state;
  useEffect(() => {
    if (!ready) return;
    const search = printPosition(position, window.location.search);
    if (search !== window.location.search)
      window.history.replaceState(window.history.state, '', `${window.location.pathname}${search}${window.location.hash}`);
  }, [position, ready]);
  return { position, ready, move };
};
