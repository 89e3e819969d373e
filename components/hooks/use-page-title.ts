'use client';
import { useEffect } from 'react';
import { toOneLine } from '@/lib/print/one-line.ts';

const maxChars = 80;

/** Names what the page shows in the title of its tab; null: the page's own title stays. */
export const usePageTitle = (name: string | null): void => {
  useEffect(() => {
    if (name === null) return undefined;
    const own = document.title;
    const title = `${toOneLine(name, maxChars)} · Trajectory Observatory`;
    const put = () => {
      if (document.title !== title) document.title = title;
    };
    put();
    // The page's own title may arrive after what it shows.
    const observer = new MutationObserver(put);
    observer.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => {
      observer.disconnect();
      if (document.title === title) document.title = own;
    };
  }, [name]);
};
