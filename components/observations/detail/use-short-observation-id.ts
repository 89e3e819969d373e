'use client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { ListView } from '@/components/observations/filter/list-filter.ts';
import { observationQueries } from '@/lib/client/queries/observation-queries.ts';

/** Candidates for a short id in the address; `onOpen` shows a single one at once. Null while they are unknown. */
export const useShortObservationId = (view: ListView, id: string, onOpen: (id: string) => void) => {
  const { data, isPending } = useQuery(observationQueries.candidates({ view, id }));
  const only = data?.items.length === 1 && !data.hasMore ? (data.items[0]?.id ?? null) : null;
  const open = useEffectEvent(onOpen);
  useEffect(() => {
    if (only !== null) open(only);
  }, [only]);
  return isPending || only !== null ? null : (data ?? { items: [], hasMore: false });
};
