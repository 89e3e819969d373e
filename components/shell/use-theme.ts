'use client';
import { useCallback, useSyncExternalStore } from 'react';
import { useMedia } from '@/components/hooks/use-media.ts';

export type Theme = 'light' | 'dark';

const listeners = new Set<() => void>();
const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const readTheme = () => document.documentElement.dataset.theme;

/** The theme in force, and a switch to the other one. The cookie lets the server draw it at once next time. */
export const useTheme = (): [theme: Theme, toggle: () => void] => {
  const systemIsDark = useMedia('(prefers-color-scheme: dark)', false);
  const chosen = useSyncExternalStore(listen, readTheme, () => undefined);
  const theme = chosen === 'dark' || chosen === 'light' ? chosen : systemIsDark ? 'dark' : 'light';
  const toggle = useCallback(() => {
    const next = theme === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset.theme = next;
    document.cookie = `theme=${next}; path=/; max-age=31536000; samesite=lax`;
    for (const listener of listeners) listener();
  }, [theme]);
  return [theme, toggle];
};
