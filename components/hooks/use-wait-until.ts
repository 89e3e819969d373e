'use client';
import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function whose promise resolves once `isSo`. */
export const useWaitUntil = (isSo: boolean): (() => Promise<void>) => {
  const last = useRef(isSo);
  const waiting = useRef<(() => void)[]>([]);
  useLayoutEffect(() => {
    last.current = isSo;
    if (isSo) for (const resolve of waiting.current.splice(0)) resolve();
  }, [isSo]);
  return useCallback(() => (last.current ? Promise.resolve() : new Promise((resolve) => waiting.current.push(resolve))), []);
};
