'use client';
import { useEffect, useState } from 'react';

type Shown<T> = { value: T } | null;

/** Something that is shown for so long and then goes by itself; another one begins anew. `show` takes it, or makes it of what is shown. */
export const useShortly = <T extends object>(ms: number) => {
  const [shown, setShown] = useState<Shown<T>>(null);
  useEffect(() => {
    if (shown === null) return undefined;
    const timer = setTimeout(() => setShown(null), ms);
    return () => clearTimeout(timer);
  }, [ms, shown]);
  const show = (next: T | null | ((before: T | null) => T)) =>
    setShown((before) => {
      const value = typeof next === 'function' ? next(before?.value ?? null) : next;
      return value === null ? null : { value };
    });
  return [shown?.value ?? null, show] as const;
};
