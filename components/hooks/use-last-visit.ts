'use client';
import { useEffect, useState } from 'react';

const seenAfterMs = 30_000;

/**
 * When this page was left last, of this browser; null before the page is alive. It stays while the page is shown. The time of this
 * visit is kept once the page was seen for half a minute, and when it is left. The first visit begins with itself.
 */
export const useLastVisit = (name: string): number | null => {
  const [lastMs, setLastMs] = useState<number | null>(null);
  useEffect(() => {
    const key = `visited-${name}`;
    const stored = Number(localStorage.getItem(key));
    const keep = () => localStorage.setItem(key, String(Date.now()));
    setLastMs(Number.isFinite(stored) && stored > 0 ? stored : Date.now());
    const timer = setTimeout(keep, seenAfterMs);
    window.addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [name]);
  return lastMs;
};
