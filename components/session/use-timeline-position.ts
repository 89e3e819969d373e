'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { changePosition, nowhere, parsePosition, printPosition, type Position } from './position.ts';

export type Move = (change: Partial<Position> | ((before: Position) => Partial<Position>), how?: 'replace' | 'push') => void;

/** Browsers refuse more than some 200 writes in 10 s; of a position that moves on faster, the last is written. */
const leastRestMs = 120;

/**
 * The position of a timeline. It is read from the URL once and on back and forward (`restored` counts these), and written
 * without drawing the page again: in place, or as a new entry of the history where somebody would go back to.
 */
export const useTimelinePosition = (): { position: Position; ready: boolean; restored: number; move: Move } => {
  const [state, setState] = useState({ position: nowhere, ready: false, restored: 0 });
  const pushes = useRef(false);
  useEffect(() => {
    const { pathname } = window.location;
    const read = () => {
      if (window.location.pathname !== pathname) return;
      setState(({ restored }) => ({ position: parsePosition(window.location.search), ready: true, restored: restored + 1 }));
    };
    read();
    window.addEventListener('popstate', read);
    return () => window.removeEventListener('popstate', read);
  }, []);
  const move = useCallback<Move>((change, how = 'replace') => {
    if (how === 'push') pushes.current = true;
    setState((current) => {
      const changed = typeof change === 'function' ? change(current.position) : change;
      return { ...current, ready: true, position: changePosition(current.position, changed) };
    });
  }, []);
  const { position, ready, restored } = state;
  const writtenAtMs = useRef(0);
  useEffect(() => {
    if (!ready) return undefined;
    const { pathname } = window.location;
    const write = () => {
      if (window.location.pathname !== pathname) return;
      const how = pushes.current ? 'pushState' : 'replaceState';
      pushes.current = false;
      const search = printPosition(position, window.location.search);
      if (search === window.location.search) return;
      writtenAtMs.current = performance.now();
      window.history[how](window.history.state, '', `${pathname}${search}${window.location.hash}`);
    };
    const restMs = writtenAtMs.current + leastRestMs - performance.now();
    if (pushes.current || restMs <= 0) {
      write();
      return undefined;
    }
    const timer = setTimeout(write, restMs);
    return () => clearTimeout(timer);
  }, [position, ready]);
  return { position, ready, restored, move };
};
