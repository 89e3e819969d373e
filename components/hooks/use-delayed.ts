'use client';
import { useEffect, useState } from 'react';

/** True once `waiting` has been true for `ms` without a break: skeletons appear only then. */
export const useDelayed = (waiting: boolean, ms = 150): boolean => {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => setLate(true), ms);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [waiting, ms]);
  return waiting && late;
};
