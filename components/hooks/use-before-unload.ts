'use client';
import { useEffect, useRef } from 'react';

/** Makes the browser ask before the tab is closed, while `active`; `onLeave` is called when it is closed all the same. */
export const useBeforeUnload = (active: boolean, onLeave: () => void): void => {
  const leave = useRef(onLeave);
  useEffect(() => {
    leave.current = onLeave;
  });
  useEffect(() => {
    if (!active) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    const hide = (event: PageTransitionEvent) => {
      if (!event.persisted) leave.current();
    };
    window.addEventListener('beforeunload', warn);
    window.addEventListener('pagehide', hide);
    return () => {
      window.removeEventListener('beforeunload', warn);
      window.removeEventListener('pagehide', hide);
    };
  }, [active]);
};
