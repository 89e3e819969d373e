'use client';
import { useEffect, useState } from 'react';

/** Something that is shown for so long and then goes by itself; another one begins anew. */
export const useShortly = <T>(ms: number): [shown: T | null, show: (value: T | null) => void] => {
  const [shown, setShown] = useState<{ value: T } | null>(null);
  useEffect(() => {
    if (shown === null) return undefined;
    const timer = setTimeout(() => setShown(null), ms);
    return () => clearTimeout(timer);
  }, [ms, shown]);
  return [shown?.value ?? null, (value) => setShown(value === null ? null : { value })];
};
