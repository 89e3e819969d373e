'use client';
import { useEffect, useRef } from 'react';

/** Tells `hear` a value once it has rested for `ms`; the first value is known already. */
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
