'use client';
import { useEffect, useState } from 'react';
import { addOwnTimes, parseOwnTimes, parseVisit, printOwnTimes, toVisit, type OwnTimes, type Visit } from './list/visit.ts';

/** An action is kept at most so often. */
const keptEveryMs = 1_000;
const actions = ['pointerdown', 'keydown', 'wheel', 'visibilitychange'] as const;

/**
 * Since when things are news on a page, of this browser: the last action of the visit before. A visit goes on over reloads and other
 * pages, until half an hour of inactivity. Your own changes do not count as new: pass them to `addOwn`.
 */
export const useLastVisit = (name: string) => {
  const [visit, setVisit] = useState<Visit | null>(null);
  const [own, setOwn] = useState<OwnTimes>(new Map());
  const [visitKey, ownKey] = [`visit-${name}`, `own-${name}`];
  useEffect(() => {
    let keptAtMs = -Infinity;
    const onAction = () => {
      if (document.visibilityState !== 'visible' || performance.now() - keptAtMs < keptEveryMs) return;
      keptAtMs = performance.now();
      const next = toVisit(parseVisit(localStorage.getItem(visitKey)), Date.now());
      localStorage.setItem(visitKey, JSON.stringify(next));
      setVisit((before) => (before?.sinceMs === next.sinceMs ? before : next));
    };
    onAction();
    setOwn(parseOwnTimes(localStorage.getItem(ownKey)));
    for (const action of actions) document.addEventListener(action, onAction, { capture: true, passive: true });
    return () => {
      for (const action of actions) document.removeEventListener(action, onAction, { capture: true });
    };
  }, [visitKey, ownKey]);
  const sinceMs = visit?.sinceMs ?? null;
  return {
    /** Null before the page is alive. */
    sinceMs,
    isNews: (key: string, changedAtMs: number): boolean => sinceMs !== null && changedAtMs > Math.max(sinceMs, own.get(key) ?? 0),
    addOwn: (keys: readonly string[]) => {
      const [sinceMs, nowMs] = [visit?.sinceMs ?? 0, Date.now()];
      const next = addOwnTimes(parseOwnTimes(localStorage.getItem(ownKey)), keys, { sinceMs, nowMs });
      localStorage.setItem(visitKey, JSON.stringify({ sinceMs, lastActionMs: nowMs } satisfies Visit));
      localStorage.setItem(ownKey, printOwnTimes(next));
      setOwn(next);
    },
  };
};
