'use client';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';

/** The sessions that a short id in the address may mean; the address changes to the whole id where it is one. Null while that is not known. */
export const useShortId = (name: string, toPath: (id: string) => string) => {
  const router = useRouter();
  const { data, isPending } = useQuery(sessionQueries.candidates(name));
  const only = data?.total === 1 ? data.items[0] : undefined;
  const path = only ? toPath(only.id) : null;
  useEffect(() => {
    if (path !== null) router.replace(`${path}${window.location.search}${window.location.hash}`);
  }, [path, router]);
  return isPending || path !== null ? null : (data ?? { items: [], total: 0 });
};
