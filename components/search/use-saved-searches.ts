'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';
import { keyOf } from '@/lib/client/queries/key-of.ts';
import { searchQueries } from '@/lib/client/queries/search-queries.ts';
import { contracts } from '@/lib/contracts/index.ts';
import type { savedSearch } from '@/lib/domain/search.ts';

export type SavedSearch = Pick<z.infer<typeof savedSearch>, 'id' | 'name' | 'query'>;

const noticeMs = 8_000;

/** Saved searches, and what was done with one last: a deletion can be undone for 8 seconds, under the same id. */
export const useSavedSearches = () => {
  const client = useQueryClient();
  const list = useQuery(searchQueries.saved());
  const [notice, setNotice] = useState<{ text: string; deleted: SavedSearch | null; isProblem?: boolean } | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: keyOf.savedSearches() });
  const report = (text: string) => (error: Error) => setNotice({ text: `${text}: ${error.message}`, deleted: null, isProblem: true });
  const save = useMutation({
    mutationFn: ({ id, name, query }: SavedSearch) => callEndpoint(contracts.search.save, { params: { id }, body: { name, query } }),
    onSuccess: (_, { id, name }) => setNotice({ text: `${notice?.deleted?.id === id ? 'Restored' : 'Saved'} “${name}”.`, deleted: null }),
    onError: report('Not saved'),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: ({ id }: SavedSearch) => callEndpoint(contracts.search.deleteSaved, { params: { id } }),
    onSuccess: (_, deleted) => setNotice({ text: `Deleted “${deleted.name}”.`, deleted }),
    onError: report('Not deleted'),
    onSettled: refresh,
  });
  useEffect(() => {
    if (notice === null) return undefined;
    const timer = setTimeout(() => setNotice(null), noticeMs);
    return () => clearTimeout(timer);
  }, [notice]);
  const deleted = notice?.deleted ?? null;
  return {
    list,
    // Not `randomUUID`, which browsers have only on HTTPS and loopback.
    /** Under a name that there is, it takes the place of that search. */
    save: (name: string, query: string) =>
      save.mutate({
        id:
          list.data?.searches.find((one) => one.name === name)?.id ??
          [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
        name,
        query,
      }),
    remove: (search: SavedSearch) => remove.mutate(search),
    notice,
    undo: deleted && (() => save.mutate(deleted)),
    dismiss: () => setNotice(null),
  };
};

export type SavedSearches = ReturnType<typeof useSavedSearches>;
