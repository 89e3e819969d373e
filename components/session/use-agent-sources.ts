'use client';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import type { AgentSource } from './agent-rows.ts';
import { toViewRows } from './view-rows.ts';

/** Its ticks are not drawn; the lanes of its own subagents are wanted. */
const fewTicks = 1;

/** The subagents of a session that is opened in place. */
export const agentOverview = (id: string) => ({ ...sessionQueries.overview(id, { ticks: fewTicks }), placeholderData: undefined });

export type OpenSession = { totalRecords: number; readAt: number };

/** Sessions that are opened in place: their rows and subagents, the number of their records and when that was read. */
export const useAgentSources = (ids: readonly string[]) => {
  const indexes = useQueries({
    queries: ids.map((id) => sessionQueries.rows(id)),
    combine: (results) => results.map(({ data, dataUpdatedAt, isLoading, error }) => ({ data, dataUpdatedAt, isLoading, error })),
  });
  const lanes = useQueries({
    queries: ids.map(agentOverview),
    combine: (results) => results.map(({ data }) => data?.lanes),
  });
  const sources = useMemo(
    () =>
      new Map<string, AgentSource>(
        ids.flatMap((id, at) => {
          const index = indexes[at]?.data;
          return index ? [[id, { rows: toViewRows(index), lanes: lanes[at] ?? [] }]] : [];
        }),
      ),
    [ids, indexes, lanes],
  );
  const sessions = useMemo(
    () =>
      new Map<string, OpenSession>(
        ids.flatMap((id, at) => {
          const { data, dataUpdatedAt: readAt = 0 } = indexes[at] ?? {};
          return data ? [[id, { totalRecords: data.totalRecords, readAt }]] : [];
        }),
      ),
    [ids, indexes],
  );
  return {
    sources,
    sessions,
    state: {
      isLoading: indexes.some(({ isLoading }) => isLoading),
      error: indexes.find(({ error, data }) => error !== null && !data)?.error ?? null,
    },
  };
};
