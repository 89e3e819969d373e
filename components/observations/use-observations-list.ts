'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { toFilterQuery, type ShownList } from './filter/list-filter.ts';
import { toGroupRow, toSingleRow, type ListRow } from './list-rows.ts';
import { observationQueries, rowsPerPage } from '@/lib/client/queries/observation-queries.ts';

/** Minutes that this clock is ahead of UTC. */
export const readZone = (): number => -new Date().getTimezoneOffset();

/** Something that moved between two pages while they were read is there once. */
const toUnique = (rows: readonly ListRow[]): ListRow[] => [...new Map(rows.map((row) => [row.key, row])).values()];

/** The groups or the observations that match, those around what one has scrolled to. */
export const useObservationsList = (state: ShownList) => {
  const { view, sort, order } = state;
  const query = { ...toFilterQuery(state), sort, order };
  const groups = useInfiniteQuery({ ...observationQueries.groups({ ...query, zone: readZone() }), enabled: view === 'groups' });
  const single = useInfiniteQuery({ ...observationQueries.list(query), enabled: view === 'single' });
  const list = view === 'groups' ? groups : single;
  const rows = useMemo(
    () =>
      toUnique(
        view === 'groups'
          ? (groups.data?.pages ?? []).flatMap(({ items }) => items.map(toGroupRow))
          : (single.data?.pages ?? []).flatMap(({ items }) => items.map(toSingleRow)),
      ),
    [view, groups.data, single.data],
  );
  const cursors = list.data?.pageParams[0];
  return {
    rows,
    /** Null before the first answer. */
    total: list.data?.pages.at(-1)?.total ?? null,
    /** Hash that names the matches in an action on all of them; null before the first response. */
    resultSetHash: list.data?.pages.at(-1)?.resultSetHash ?? null,
    error: list.error,
    isPending: list.isPending,
    isFetching: list.isFetching,
    /** Whether what is drawn belongs to the state before. */
    isOld: list.isPlaceholderData,
    updatedAtMs: list.dataUpdatedAt,
    /** How many match before the first of the rows: only those around what is seen are kept. */
    from: Array.isArray(cursors) ? (cursors.length - 1) * rowsPerPage : 0,
    /** Whether the rows are all that match. */
    isWhole: list.isSuccess && !list.isPlaceholderData && !list.hasNextPage && !list.hasPreviousPage,
    hasMore: list.hasNextPage,
    hasFormer: list.hasPreviousPage,
    more: () => {
      if (list.hasNextPage && !list.isFetching) void list.fetchNextPage({ cancelRefetch: false });
    },
    former: () => {
      if (list.hasPreviousPage && !list.isFetching) void list.fetchPreviousPage({ cancelRefetch: false });
    },
    retry: () => void list.refetch(),
  };
};

export type ObservationsList = ReturnType<typeof useObservationsList>;
