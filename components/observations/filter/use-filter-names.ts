'use client';
import { useQuery } from '@tanstack/react-query';
import { observationQueries } from '@/lib/client/queries/observation-queries.ts';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import { readZone } from '@/components/observations/use-observations-list.ts';
import type { ObservationsListState } from '@/components/observations/use-observations-state.ts';

/** Titles of the session and the group that the list is filtered to; null: no such filter, or unknown. */
export const useFilterNames = ({ session, group }: Pick<ObservationsListState, 'session' | 'group'>) => {
  const inSession = useQuery({ ...sessionQueries.get(session ?? ''), enabled: session !== null });
  const inGroup = useQuery({ ...observationQueries.group(group ?? '', readZone()), enabled: group !== null });
  return {
    sessionTitle: session === null ? null : (inSession.data?.title ?? null),
    groupTitle: group === null ? null : (inGroup.data?.group.title ?? null),
  };
};
