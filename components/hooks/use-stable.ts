'use client';
import { useCallback, useEffect, useRef } from 'react';

/** A function that is always the same one and does what the last one given does. For events, not for drawing. */
export const useStable = <Args extends unknown[], Result>(run: (...args: Args) => Result): ((...args: Args) => Result) => {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
};
