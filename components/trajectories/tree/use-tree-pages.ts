'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useStable } from '@/components/hooks/use-stable.ts';
import { snapshotQueries } from '@/lib/client/queries/snapshot-queries.ts';
import { rowsPerPage, toPageKey, type TreePages } from './tree-rows.ts';

const none: TreePages = new Map();

/** The windows of a snapshot's values that were asked for. Of another snapshot, those before stay until it has its first. */
export const useTreePages = (id: string, position: number) => {
  const client = useQueryClient();
  const [held, setHeld] = useState<{ position: number; pages: TreePages }>({ position, pages: none });
  const [error, setError] = useState<Error | null>(null);
  const load = useCallback(
    async (parent: string, page: number) => {
      const query = snapshotQueries.children(id, position, { path: parent, after: page * rowsPerPage, limit: rowsPerPage });
      try {
        const content = await client.query({ ...query, staleTime: Infinity, gcTime: 60_000, structuralSharing: false });
        setHeld((before) => {
          const pages = before.position === position ? before.pages : none;
          return { position, pages: new Map(pages).set(toPageKey(parent, page), content) };
        });
        setError(null);
        return content;
      } catch (failure) {
        setError(failure instanceof Error ? failure : new Error(String(failure)));
        return null;
      }
    },
    [client, id, position],
  );
  return { pages: held.pages, isOther: held.position !== position, error, load };
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
