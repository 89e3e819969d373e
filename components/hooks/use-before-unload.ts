'use client';
import { useEffect } from 'react';

/** Makes the browser ask before the tab is closed, while `active`. */
export const useBeforeUnload = (active: boolean): void => {
  useEffect(() => {
    if (!active) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [active]);
};
