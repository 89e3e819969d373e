import type { QueryClient } from '@tanstack/react-query';
import { keyOf, observationQueries } from '@/lib/client/queries.ts';
import { toFilterQuery, type ListFilter, type ListView } from './list-filter.ts';
import { toActed, toActedPages } from './optimistic.ts';
import { listKeys, type TriageCommand } from './triage-command.ts';
import type { ObservationSort } from '@/lib/domain/observation.ts';

export type ShownList = ListFilter & { view: ListView; sort: ObservationSort; order: 'asc' | 'desc' };

/** Draws what a command will have done, in the list and beside it. Answers what takes that back. */
export const actOnCache = async (client: QueryClient, list: ShownList, zone: number, command: TriageCommand): Promise<() => void> => {
  await client.cancelQueries({ queryKey: keyOf.observations() });
  const before = client.getQueriesData({ queryKey: keyOf.observations() });
  const query = { ...toFilterQuery(list), sort: list.sort, order: list.order };
  const keys = listKeys(command);
  const about = { action: command, keys, states: list.states };
  client.setQueryData(observationQueries.groups({ ...query, zone }).queryKey, (data) =>
    list.view === 'groups' && data
      ? { ...data, pages: toActedPages(data.pages, { ...about, keyOf: ({ fingerprint }) => fingerprint }) }
      : data,
  );
  client.setQueryData(observationQueries.list(query).queryKey, (data) =>
    list.view === 'single' && data ? { ...data, pages: toActedPages(data.pages, { ...about, keyOf: ({ id }) => id }) } : data,
  );
  for (const key of keys ?? []) {
    client.setQueryData(observationQueries.group(key, zone).queryKey, (data) => data && { ...data, group: toActed(data.group, command) });
    client.setQueryData(
      observationQueries.get(key).queryKey,
      (data) => data && { ...data, observation: toActed(data.observation, command) },
    );
  }
  return () => {
    for (const [queryKey, data] of before) client.setQueryData(queryKey, data);
  };
};
