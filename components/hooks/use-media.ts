import { useSyncExternalStore } from 'react';

/** Whether a media query matches; `onServer` before the browser can say. */
export const useMedia = (query: string, onServer: boolean): boolean =>
  useSyncExternalStore(
    (listen) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listen);
      return () => list.removeEventListener('change', listen);
    },
    () => window.matchMedia(query).matches,
    () => onServer,
  );
