'use client';
import { useEffect, useState } from 'react';

const shownMs = 2_000;

/** A sentence that is shown for two seconds; null: nothing was said lately. */
export const useSaid = (): [said: string | null, say: (text: string) => void] => {
  const [said, setSaid] = useState<{ text: string } | null>(null);
  useEffect(() => {
    if (said === null) return undefined;
    const timer = setTimeout(() => setSaid(null), shownMs);
    return () => clearTimeout(timer);
  }, [said]);
  return [said?.text ?? null, (text) => setSaid({ text })];
};
