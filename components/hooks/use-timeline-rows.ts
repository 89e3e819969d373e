'use client';
import { useCallback, useMemo, useState } from 'react';
import { computeViewRows, type ViewRow } from '@/components/session/view-rows.ts';
import type { TranscriptFilter } from '@/components/session/transcript-head.tsx';
import type { Overview } from '@/lib/domain/overview.ts';
import { useCallSets } from './use-call-sets.ts';
import { useRowIndex } from './use-row-index.ts';

const noRows: ViewRow[] = [];

/** The rows to draw: the index, what is opened, and the filter. */
export const useTimelineRows = (sessionId: string, overview: Overview | undefined, totalCalls: number) => {
  const [stale, setStale] = useState<{ seq: number } | null>(null);
  const index = useRowIndex(sessionId, (seq) => setStale({ seq }));
  const [openRows, setOpenRows] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [filter, setFilter] = useState<TranscriptFilter>('all');
  const calls = useCallSets(sessionId, overview, filter !== 'all');
  const only = filter === 'all' ? null : (calls.sets?.[filter] ?? null);
  const waiting = filter !== 'all' && only === null;
  const onlyKey = only === null ? '' : only.join();
  const rows = useMemo(() => {
    if (!index.data || waiting) return noRows;
    const folds = new Set([...openRows].filter(([, open]) => open).map(([key]) => key));
    return computeViewRows(index.data, totalCalls, folds, filter === 'all' ? null : onlyKey === '' ? [] : onlyKey.split(',').map(Number));
  }, [filter, index.data, onlyKey, openRows, totalCalls, waiting]);
  const toggle = useCallback((key: string, open: boolean) => setOpenRows((before) => new Map(before).set(key, open)), []);
  return { index, rows, stale, openRows, toggle, filter, setFilter, calls, waiting };
};
