'use client';
import { useSyncExternalStore } from 'react';
import type { ObserversConfig } from '@/lib/domain/observer-config.ts';

/** Work in progress: unsaved changes, and their trial. */
export type ObserversState = {
  /** The configuration with the changes, and what it was made on; null: there are none. */
  draft: { revision: string | null; saved: ObserversConfig; config: ObserversConfig } | null;
  /** The last trial, and what it tried. */
  trial: { id: string; config: ObserversConfig } | null;
  /** Whether the last change was saved, and none was made since. */
  isSaved: boolean;
  /** How many sessions were queued when a replay was last requested; null: none was requested on this page. */
  replayed: number | null;
};

const empty: ObserversState = { draft: null, trial: null, isSaved: false, replayed: null };
let desk = empty;
const listeners = new Set<() => void>();
const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const put = (change: Partial<ObserversState>): void => {
  desk = { ...desk, ...change };
  for (const listener of listeners) listener();
};

/** Lives as long as the tab: who follows a trial into a session and comes back finds the changes as they were. */
export const useObserversState = (): [ObserversState, typeof put] => [
  useSyncExternalStore(
    listen,
    () => desk,
    () => empty,
  ),
  put,
];
