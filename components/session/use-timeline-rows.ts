'use client';
import { useMemo, useState } from 'react';
import { computeHitKeys, type Hit } from './find-hits.ts';
import type { Position } from './position.ts';
import { markRows, splitRuns } from './row-findings.ts';
import { openRows, toViewRows, type ViewRow } from './view-rows.ts';
import type { Overview } from '@/lib/domain/overview.ts';
import { useCallSets } from './use-call-sets.ts';
import type { Findings } from '@/components/findings/use-findings.ts';
import { useRowIndex } from './use-row-index.ts';

const noRows: readonly ViewRow[] = [];

type Shown = {
  overview: Overview | undefined;
  findings: Pick<Findings, 'marks' | 'cited' | 'known' | 'error'>;
  position: Position;
  hit: Hit | null;
};

/** The rows to draw: the index, what is opened by hand or to show a hit, the filter, and what findings say of them. */
export const useTimelineRows = (sessionId: string, { overview, findings, position, hit }: Shown) => {
  const { show, open } = position;
  const [stale, setStale] = useState<{ seq: number } | null>(null);
  const index = useRowIndex(sessionId, (seq) => setStale({ seq }));
  const { marks, cited } = findings;
  const calls = useCallSets(sessionId, overview, show === 'errors' || show === 'edits');
  const citedOnly = findings.known || findings.error ? cited : null;
  const only = show === 'all' ? null : show === 'findings' ? citedOnly : (calls.sets?.[show] ?? null);
  const waiting = show !== 'all' && only === null;
  const onlyKey = only === null ? '' : only.join();
  const collapsed = useMemo(() => (index.data ? toViewRows(index.data) : noRows), [index.data]);
  const closed = useMemo(() => splitRuns(collapsed, cited), [cited, collapsed]);
  const opened = useMemo<ReadonlyMap<string, boolean>>(
    () => (hit ? new Map([...open, ...computeHitKeys(closed, hit).map((key) => [key, true] as const)]) : open),
    [closed, hit, open],
  );
  const rows = useMemo(() => {
    if (waiting) return noRows;
    const keys = new Set([...opened].filter(([, isOpen]) => isOpen).map(([key]) => key));
    const shown = openRows(closed, keys, show === 'all' ? null : onlyKey === '' ? [] : onlyKey.split(',').map(Number));
    return markRows(shown, marks);
  }, [closed, marks, onlyKey, opened, show, waiting]);
  return { index, closed, rows, stale, openRows: opened, calls, waiting };
};

export type TimelineRows = ReturnType<typeof useTimelineRows>;
