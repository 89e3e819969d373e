'use client';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { makeSavedId, useSaved } from '@/components/hooks/use-saved.ts';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';
import { keyOf } from '@/lib/client/queries/key-of.ts';
import { searchQueries } from '@/lib/client/queries/search-queries.ts';
import type { savedSearch } from '@/lib/domain/search.ts';

type SavedSearch = Pick<z.infer<typeof savedSearch>, 'id' | 'name' | 'query'>;

/** Saved searches, and what was done with one last. */
export const useSavedSearches = () => {
  const list = useQuery(searchQueries.saved());
  const saved = useSaved<SavedSearch>(keyOf.savedSearches(), {
    save: ({ id, name, query }) => callEndpoint('PUT /api/searches/[id]', { params: { id }, body: { name, query } }),
    remove: (id) => callEndpoint('DELETE /api/searches/[id]', { params: { id } }),
  });
  return {
    ...saved,
    list,
    /** Under a name that there is, it takes the place of that search. */
    save: (name: string, query: string) =>
      saved.save({ id: list.data?.searches.find((one) => one.name === name)?.id ?? makeSavedId(), name, query }),
  };
};

export type SavedSearches = ReturnType<typeof useSavedSearches>;
