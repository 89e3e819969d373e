'use client';
import { useMounted } from './use-mounted.ts';

/** The name of the modifier key that submits a form: `⌘` on a Mac, else `Ctrl`. */
export const useModKey = (): string => {
  const mounted = useMounted();
  return mounted && /mac|iphone|ipad/iu.test(navigator.userAgent) ? '⌘' : 'Ctrl';
};
