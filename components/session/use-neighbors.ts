'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { toListedHref, useOpenedList } from '@/components/sessions/use-session-list-state.ts';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import { loadList, toListQuery } from '@/lib/client/session-list.ts';

/** Links to the sessions before and after one, in the list that it was opened from, else by start. Null: none, or not known yet. */
export const useNeighbors = (id: string) => {
  const list = useOpenedList();
  const { cursor: _, limit: __, ...query } = toListQuery(loadList(list));
  const client = useQueryClient();
  const question = sessionQueries.neighbors(id, query);
  const { data } = useQuery(question);
  const hrefOf = (to: string | null | undefined) => (to ? toListedHref(to, list) : null);
  return {
    previous: hrefOf(data?.previousId),
    next: hrefOf(data?.nextId),
    isListed: list !== '',
    /** Waits for the answer, as a key can be pressed before it is there. */
    find: async (direction: 'previous' | 'next') => hrefOf((await client.query({ ...question, staleTime: 'static' }))[`${direction}Id`]),
  };
};
