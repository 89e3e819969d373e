'use client';
import { useEffect, useRef } from 'react';

/** Tells `hear` each time `value` becomes another one; `hear` itself may change without being called. */
export const useReport = <T>(value: T, hear: (value: T) => void): void => {
  const latest = useRef(hear);
  useEffect(() => {
    latest.current = hear;
  });
  useEffect(() => {
    latest.current(value);
  }, [value]);
};
