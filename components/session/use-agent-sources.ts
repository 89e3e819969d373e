'use client';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import type { AgentSource } from './agent-rows.ts';
import { toViewRows } from './view-rows.ts';

/** Its ticks are not drawn; the lanes of its own subagents are wanted. */
const fewTicks = 1;

export type OpenSession = { totalRecords: number; readAt: number };

/** What is known of the sessions that are opened in place: their rows and subagents, how many records they have and when that was read. */
export const useAgentSources = (ids: readonly string[]) => {
  const indexes = useQueries({
    queries: ids.map((id) => sessionQueries.rows(id)),
    combine: (results) => results.map(({ data, dataUpdatedAt }) => ({ data, dataUpdatedAt })),
  });
  const lanes = useQueries({
    queries: ids.map((id) => ({ ...sessionQueries.overview(id, { ticks: fewTicks }), placeholderData: undefined })),
    combine: (results) => results.map(({ data }) => data?.lanes),
  });
  return useMemo(() => {
    const sources = new Map<string, AgentSource>();
    const sessions = new Map<string, OpenSession>();
    ids.forEach((id, at) => {
      const { data, dataUpdatedAt } = indexes[at] ?? {};
      if (!data) return;
      sources.set(id, { rows: toViewRows(data), lanes: lanes[at] ?? [] });
      sessions.set(id, { totalRecords: data.totalRecords, readAt: dataUpdatedAt ?? 0 });
    });
    return { sources, sessions };
  }, [ids, indexes, lanes]);
};
