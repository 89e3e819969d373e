'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { computeRecordLookup, recordsPerPage, type RecordLookup, type RecordPage } from './record-lookup.ts';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';

const maxPagesKept = 24;
/** Page requests are debounced by this while scrolling. */
const settleMs = 16;
const soonMs = 100;
/** Pages live in the hook; the cache only joins requests that run at once. */
const cacheMs = 5_000;

export type RecordPages = { lookup: RecordLookup; error: Error | null; retry: () => void; refreshFrom: (seq: number) => void };

const keepNearest = (pages: ReadonlyMap<number, RecordPage>, needed: readonly number[]): Map<number, RecordPage> => {
  if (pages.size <= maxPagesKept) return new Map(pages);
  const middle = needed[needed.length >> 1] ?? 0;
  const nearest = [...pages].sort((a, b) => Math.abs(a[0] - middle) - Math.abs(b[0] - middle));
  return new Map(nearest.slice(0, maxPagesKept));
};

/**
 * Records of a session in pages of 100, those in `needed` and one neighbour at each side; at most 24 pages are held.
 * A page that is fetched again keeps its old records until the new ones are there.
 */
export const useRecordPages = (sessionId: string, needed: readonly number[], lastPage: number): RecordPages => {
  const client = useQueryClient();
  const [pages, setPages] = useState<ReadonlyMap<number, RecordPage>>(new Map());
  const [error, setError] = useState<Error | null>(null);
  const latest = useRef(needed);
  const askedAt = useRef(-Infinity);
  const load = useCallback(
    async (page: number, fresh: boolean) => {
      const query = sessionQueries.records(sessionId, { from: page * recordsPerPage, limit: recordsPerPage });
      try {
        const loaded = await client.query({ ...query, staleTime: fresh ? 0 : cacheMs, gcTime: cacheMs, structuralSharing: false });
        setPages((kept) => (kept.get(page) === loaded ? kept : keepNearest(new Map(kept).set(page, loaded), latest.current)));
        setError(null);
      } catch (failure) {
        setError(failure instanceof Error ? failure : new Error(String(failure)));
      }
    },
    [client, sessionId],
  );
  const [first, last] = [needed[0] ?? 0, needed[needed.length - 1] ?? 0];
  const missing = needed.filter((page) => page <= lastPage && !pages.has(page));
  // Neighbours wait until what is in view is there.
  const wanted = missing.length > 0 ? missing : [first - 1, last + 1].filter((page) => page >= 0 && page <= lastPage && !pages.has(page));
  const key = wanted.join(',');
  useEffect(() => {
    latest.current = needed;
    if (key === '') return undefined;
    const ask = () => {
      askedAt.current = performance.now();
      key.split(',').forEach((page) => void load(Number(page), false));
    };
    if (performance.now() - askedAt.current > soonMs) {
      ask();
      return undefined;
    }
    const timer = window.setTimeout(ask, settleMs);
    return () => window.clearTimeout(timer);
  }, [key, load, needed]);
  const lookup = useMemo(() => computeRecordLookup([...pages.values()]), [pages]);
  const retry = useCallback(() => latest.current.forEach((page) => void load(page, true)), [load]);
  const refreshFrom = useCallback(
    (seq: number) => [...pages.keys()].filter((page) => (page + 1) * recordsPerPage > seq).forEach((page) => void load(page, true)),
    [load, pages],
  );
  return { lookup, error, retry, refreshFrom };
};
