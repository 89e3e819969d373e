'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useStable } from '@/components/hooks/use-stable.ts';
import { snapshotQueries } from '@/lib/client/queries/snapshot-queries.ts';
import { rowsPerPage, slicesPointer, toPageKey, type TreePages } from './tree-rows.ts';

/** The windows of a snapshot that are there; `position` null: none yet. */
type Held = { position: number | null; pages: TreePages };

const none: Held = { position: null, pages: new Map() };

/**
 * The windows of a snapshot's values that were requested. For another snapshot, the former windows stay until its first ones arrive;
 * `onSnapshot` is called with both.
 */
export const useTreePages = (id: string, position: number, onSnapshot: (before: TreePages, now: TreePages) => void) => {
  const client = useQueryClient();
  const [held, setHeld] = useState(none);
  const [error, setError] = useState<Error | null>(null);
  const [asked, setAsked] = useState(0);
  const fetchPage = useCallback(
    (parent: string, page: number, nearest?: 'true') => {
      const query = snapshotQueries.children(id, position, { path: parent, after: page * rowsPerPage, limit: rowsPerPage, nearest });
      return client.query({ ...query, staleTime: Infinity, gcTime: 60_000, structuralSharing: false });
    },
    [client, id, position],
  );
  const report = (failure: unknown) => setError(failure instanceof Error ? failure : new Error(String(failure)));

  /** Null where it failed, or another snapshot is shown meanwhile. */
  const load = useCallback(
    async (parent: string, page: number) => {
      try {
        const content = await fetchPage(parent, page);
        setHeld((before) =>
          before.position === position ? { position, pages: new Map(before.pages).set(toPageKey(parent, page), content) } : before,
        );
        return content;
      } catch (failure) {
        report(failure);
        return null;
      }
    },
    [fetchPage, position],
  );

  const hear = useStable((now: TreePages) => onSnapshot(held.pages, now));
  useEffect(() => {
    let isGone = false;
    const begin = async () => {
      const top = await fetchPage('', 0);
      const pages = new Map([[toPageKey('', 0), top]]);
      if (top.children.some(({ pointer }) => pointer === slicesPointer))
        pages.set(toPageKey(slicesPointer, 0), await fetchPage(slicesPointer, 0));
      if (isGone) return;
      hear(pages);
      setHeld({ position, pages });
      setError(null);
    };
    begin().catch(report);
    return () => {
      isGone = true;
    };
  }, [asked, fetchPage, hear, position]);
  /** The value that a pointer names, or the nearest one around it; null where that could not be found out. */
  const find = (pointer: string) => fetchPage(pointer, 0, 'true').catch(() => null);
  return { ...held, error, load, find, retry: () => setAsked((count) => count + 1) };
};

export type TreeLoad = ReturnType<typeof useTreePages>['load'];

/** Loads what is missing, once each time that it changes. */
export const useMissing = (missing: readonly { parent: string; page: number }[], load: TreeLoad): void => {
  const ask = useStable(() => missing.forEach(({ parent, page }) => void load(parent, page)));
  const key = missing.map(({ parent, page }) => toPageKey(parent, page)).join('\n');
  useEffect(() => {
    if (key !== '') ask();
  }, [ask, key, load]);
};
