'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useStable } from '@/components/hooks/use-stable.ts';
import { snapshotQueries } from '@/lib/client/queries/snapshot-queries.ts';

/** Where a text stands in a snapshot, and the steps from one place to the next. */
export const useTreeSearch = (id: string, position: number, text: string, reveal: (pointer: string) => void) => {
  const query = useQuery({
    ...snapshotQueries.search(id, position, { q: text }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
  const [current, setCurrent] = useState<{ of: string; at: number }>({ of: '', at: -1 });
  const hits = text === '' ? [] : (query.data?.hits ?? []);
  const total = text === '' ? 0 : (query.data?.total ?? 0);
  const at = current.of === `${position} ${text}` && current.at < hits.length ? current.at : -1;
  const isWaiting = text !== '' && (query.isFetching || query.isPlaceholderData);
  /** A step that was asked for before its text was found. */
  const [pending, setPending] = useState<{ of: string; direction: 1 | -1 } | null>(null);
  const step = useStable((direction: 1 | -1, of: string = text) => {
    if (of !== text || isWaiting) return setPending({ of, direction });
    setPending(null);
    if (hits.length === 0) return;
    const next = at < 0 ? (direction === 1 ? 0 : hits.length - 1) : (at + direction + hits.length) % hits.length;
    setCurrent({ of: `${position} ${text}`, at: next });
    reveal(hits[next]?.pointer ?? '');
  });
  useEffect(() => {
    if (pending?.of === text && !isWaiting) step(pending.direction);
  }, [pending, text, isWaiting, step]);
  return { hits, total, at, step, isWaiting, error: query.error };
};

export type TreeSearch = ReturnType<typeof useTreeSearch>;
