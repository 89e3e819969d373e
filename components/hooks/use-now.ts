'use client';
import { useEffect, useState } from 'react';

/** The clock, read again every `everyMs`; null before the page is alive, so that server and browser draw the same. */
export const useNow = (everyMs = 60_000): number | null => {
  const [nowMs, setNowMs] = useState<number | null>(null);
  useEffect(() => {
    const read = () => setNowMs(Date.now());
    read();
    const timer = setInterval(read, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
};
