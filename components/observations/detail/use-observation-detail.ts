'use client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { findSuggestion } from '@/lib/observations/find-suggestion.ts';
import type { ListView } from '@/components/observations/filter/list-filter.ts';
import { toGroupRow, toSingleRow } from '@/components/observations/list-rows.ts';
import { observationQueries } from '@/lib/client/queries/observation-queries.ts';
import { readZone } from '@/components/observations/use-observations-list.ts';

/** Everything about a group, or about one observation and the group that it is in. `key` null: nothing is shown. */
export const useObservationDetail = (view: ListView, key: string | null) => {
  const one = useQuery({ ...observationQueries.get(key ?? ''), enabled: view === 'single' && key !== null });
  const fingerprint = view === 'groups' ? key : (one.data?.observation.fingerprint ?? null);
  const whole = useQuery({ ...observationQueries.group(fingerprint ?? '', readZone()), enabled: fingerprint !== null });
  const ofGroup = useInfiniteQuery({
    ...observationQueries.ofGroup(fingerprint ?? ''),
    enabled: view === 'groups' && fingerprint !== null,
  });
  const asked = view === 'groups' ? whole : one;
  const group = whole.data?.group ?? null;
  const single = view === 'single' ? (one.data?.observation ?? null) : null;
  const subject = view === 'groups' ? group : single;
  const found = view === 'groups' ? (ofGroup.data?.pages.flatMap(({ items }) => items) ?? []) : single ? [single] : [];
  return {
    key,
    row: view === 'groups' ? group && toGroupRow(group) : single && toSingleRow(single),
    subject,
    single,
    group,
    history: (view === 'groups' ? whole.data?.history : one.data?.history) ?? [],
    /** History of the group that contains the observation. */
    groupHistory: whole.data?.history ?? [],
    precision: whole.data?.precision ?? null,
    /** The latest suggestion. */
    suggestion: found.map(findSuggestion).find((one) => one !== null) ?? null,
    /** Those of a group, newest first, or the one. */
    observations: found,
    total: view === 'groups' ? (ofGroup.data?.pages.at(-1)?.total ?? null) : 1,
    hasMore: view === 'groups' && ofGroup.hasNextPage,
    more: () => void ofGroup.fetchNextPage(),
    error: asked.error ?? (view === 'groups' ? ofGroup.error : null),
    /** Parts that come one after the other would push each other down. */
    isPending: asked.isPending || (view === 'groups' ? ofGroup.isPending : fingerprint !== null && whole.isPending),
    retry: () => {
      void asked.refetch();
      void ofGroup.refetch();
    },
  };
};

export type ObservationDetailData = ReturnType<typeof useObservationDetail>;
