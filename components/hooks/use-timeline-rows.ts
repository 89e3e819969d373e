'use client';
import { useCallback, useMemo, useState } from 'react';
import { computeHitKeys, type Hit } from '@/components/session/find-hits.ts';
import type { Position } from '@/components/session/position.ts';
import { computeViewRows, type ViewRow } from '@/components/session/view-rows.ts';
import type { Overview } from '@/lib/domain/overview.ts';
import { useCallSets } from './use-call-sets.ts';
import { useRowIndex } from './use-row-index.ts';
import type { Move } from './use-timeline-position.ts';

const noRows: ViewRow[] = [];

type Shown = { overview: Overview | undefined; totalCalls: number; position: Position; hit: Hit | null; move: Move };

/** The rows to draw: the index, what is opened by hand or to show a hit, and the filter. */
export const useTimelineRows = (sessionId: string, { overview, totalCalls, position, hit, move }: Shown) => {
  const { show, open } = position;
  const [stale, setStale] = useState<{ seq: number } | null>(null);
  const index = useRowIndex(sessionId, (seq) => setStale({ seq }));
  const calls = useCallSets(sessionId, overview, show !== 'all');
  const only = show === 'all' ? null : (calls.sets?.[show] ?? null);
  const waiting = show !== 'all' && only === null;
  const onlyKey = only === null ? '' : only.join();
  const openRows = useMemo<ReadonlyMap<string, boolean>>(
    () => (hit && index.data ? new Map([...open, ...computeHitKeys(index.data, hit).map((key) => [key, true] as const)]) : open),
    [hit, index.data, open],
  );
  const rows = useMemo(() => {
    if (!index.data || waiting) return noRows;
    const folds = new Set([...openRows].filter(([, isOpen]) => isOpen).map(([key]) => key));
    return computeViewRows(index.data, totalCalls, folds, show === 'all' ? null : onlyKey === '' ? [] : onlyKey.split(',').map(Number));
  }, [index.data, onlyKey, openRows, show, totalCalls, waiting]);
  const toggle = useCallback(
    (key: string, isOpen: boolean) =>
      move((before) => {
        const next = new Map(before.open);
        next.delete(key);
        return { open: next.set(key, isOpen) };
      }),
    [move],
  );
  return { index, rows, stale, openRows, toggle, calls, waiting };
};
