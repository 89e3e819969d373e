'use client';
import { useEffect, useRef } from 'react';

/** Calls `hear` each time `value` changes; a change of `hear` alone does not call it. */
export const useReport = <T>(value: T, hear: (value: T) => void): void => {
  const latest = useRef(hear);
  useEffect(() => {
    latest.current = hear;
  });
  useEffect(() => {
    latest.current(value);
  }, [value]);
};
