'use client';
import { useMounted } from './use-mounted.ts';

/** What the key is called that goes with another one to send a form: `⌘` on a Mac, else `Ctrl`. */
export const useModKey = (): string => {
  const mounted = useMounted();
  return mounted && /mac|iphone|ipad/iu.test(navigator.userAgent) ? '⌘' : 'Ctrl';
};
