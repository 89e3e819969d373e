'use client';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { computeRecordLookup, recordsPerPage, type RecordLookup, type RecordPage } from './record-lookup.ts';
import { keyOf } from '@/lib/client/queries/key-of.ts';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import { groupBy } from '@/lib/session/group-by.ts';

const maxPagesKept = 24;
/** Page requests are debounced by this while scrolling. */
const settleMs = 16;
const soonMs = 100;
/** Pages live in the hook; the cache only joins requests that run at once. */
const cacheMs = 5_000;

/** The pages of a session that are needed, in order, and its last one. */
export type NeededPages = { sessionId: string; pages: readonly number[]; lastPage: number };
type Loaded = { sessionId: string; page: number; content: RecordPage };

export type RecordPages = {
  lookupOf: (sessionId: string) => RecordLookup;
  error: Error | null;
  retry: () => void;
  /** Reads again what is held of a session from a position on. */
  refreshFrom: (sessionId: string, seq: number) => void;
};

const toKey = (sessionId: string, page: number): string => `${sessionId} ${page}`;
const nothing = computeRecordLookup([]);

/** Forgets the pages that were wanted the longest ago. */
const keepLatest = (pages: ReadonlyMap<string, Loaded>): Map<string, Loaded> => new Map([...pages].slice(-maxPagesKept));

/** Pages of a session that came with the document: rows are drawn with their texts at once. */
const readCached = (client: QueryClient, sessionId: string): ReadonlyMap<string, Loaded> => {
  const newerThanMs = Date.now() - cacheMs;
  const held = client.getQueriesData<RecordPage>({
    queryKey: [...keyOf.session(sessionId), 'records'],
    predicate: ({ state }) => !state.isInvalidated && state.dataUpdatedAt >= newerThanMs,
  });
  return new Map(
    held.flatMap(([, content]) => {
      const page = (content?.from ?? -1) / recordsPerPage;
      return content &&
        Number.isInteger(page) &&
        (content.records.length === recordsPerPage || content.from + content.records.length >= content.total)
        ? [[toKey(sessionId, page), { sessionId, page, content }] as const]
        : [];
    }),
  );
};

/**
 * Records of sessions in pages of 100, those in `needed` and one neighbour at each side; at most 24 pages are held. Those of the session `own` may be
 * there from the first moment.
 * A page that is fetched again keeps its old records until the new ones are there.
 */
export const useRecordPages = (own: string, needed: readonly NeededPages[]): RecordPages => {
  const client = useQueryClient();
  const [pages, setPages] = useState(() => readCached(client, own));
  const [error, setError] = useState<Error | null>(null);
  const latest = useRef(needed);
  const askedAt = useRef(-Infinity);
  const load = useCallback(
    async (sessionId: string, page: number, fresh: boolean) => {
      const query = sessionQueries.records(sessionId, { from: page * recordsPerPage, limit: recordsPerPage });
      try {
        const content = await client.query({ ...query, staleTime: fresh ? 0 : cacheMs, gcTime: cacheMs, structuralSharing: false });
        const key = toKey(sessionId, page);
        setPages((kept) => {
          if (kept.get(key)?.content === content) return kept;
          const inView = latest.current.flatMap((one) => one.pages.map((at) => toKey(one.sessionId, at)));
          const next = new Map(kept).set(key, { sessionId, page, content });
          for (const wanted of inView) {
            const held = next.get(wanted);
            if (held && next.delete(wanted)) next.set(wanted, held);
          }
          return keepLatest(next);
        });
        setError(null);
      } catch (failure) {
        setError(failure instanceof Error ? failure : new Error(String(failure)));
      }
    },
    [client],
  );
  const listMissing = (pagesOf: (one: NeededPages) => readonly number[]) =>
    needed.flatMap((one) =>
      pagesOf(one).flatMap((page) => {
        const key = toKey(one.sessionId, page);
        return page >= 0 && page <= one.lastPage && !pages.has(key) ? [key] : [];
      }),
    );
  const missing = listMissing((one) => one.pages);
  // Neighbours wait until what is in view is there.
  const wanted = missing.length > 0 ? missing : listMissing((one) => [(one.pages[0] ?? 0) - 1, (one.pages.at(-1) ?? 0) + 1]);
  const key = wanted.join(',');
  useEffect(() => {
    latest.current = needed;
    if (key === '') return undefined;
    const ask = () => {
      askedAt.current = performance.now();
      for (const one of key.split(',')) {
        const [sessionId = '', page] = one.split(' ');
        void load(sessionId, Number(page), false);
      }
    };
    if (performance.now() - askedAt.current > soonMs) {
      ask();
      return undefined;
    }
    const timer = window.setTimeout(ask, settleMs);
    return () => window.clearTimeout(timer);
  }, [key, load, needed]);
  const lookups = useMemo(() => {
    const bySession = groupBy(pages.values(), ({ sessionId }) => sessionId);
    return new Map([...bySession].map(([id, held]) => [id, computeRecordLookup(held.map(({ content }) => content))]));
  }, [pages]);
  const lookupOf = useCallback((sessionId: string) => lookups.get(sessionId) ?? nothing, [lookups]);
  const retry = useCallback(
    () => latest.current.forEach((one) => one.pages.forEach((page) => void load(one.sessionId, page, true))),
    [load],
  );
  const refreshFrom = useCallback(
    (sessionId: string, seq: number) => {
      for (const one of pages.values()) {
        if (one.sessionId === sessionId && (one.page + 1) * recordsPerPage > seq) void load(sessionId, one.page, true);
      }
    },
    [load, pages],
  );
  return { lookupOf, error, retry, refreshFrom };
};
