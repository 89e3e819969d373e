'use client';
import { useEffect, useState } from 'react';

/** Copies to the clipboard and reports success for two seconds; stays false if the browser refuses. */
export const useCopied = (): [copied: boolean, copy: (text: string) => void] => {
  const [copiedAt, setCopiedAt] = useState<number | null>(null);
  useEffect(() => {
    if (copiedAt === null) return undefined;
    const timer = setTimeout(() => setCopiedAt(null), 2_000);
    return () => clearTimeout(timer);
  }, [copiedAt]);
  const copy = (text: string) => {
    navigator.clipboard.writeText(text).then(
      () => setCopiedAt(Date.now()),
      () => undefined,
    );
  };
  return [copiedAt !== null, copy];
};
