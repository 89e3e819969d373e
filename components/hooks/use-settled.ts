'use client';
import { useEffect, useRef } from 'react';

/** Calls `hear` once `value` has been stable for `ms`; not for the first value. */
export const useSettled = <T>(value: T, ms: number, hear: (value: T) => void): void => {
  const latest = useRef({ hear, reported: value });
  useEffect(() => {
    latest.current.hear = hear;
  });
  useEffect(() => {
    if (latest.current.reported === value) return undefined;
    const timer = setTimeout(() => {
      latest.current.reported = value;
      latest.current.hear(value);
    }, ms);
    return () => clearTimeout(timer);
  }, [ms, value]);
};
