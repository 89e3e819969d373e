import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { keyOf } from '@/lib/client/queries/key-of.ts';
import { observationQueries } from '@/lib/client/queries/observation-queries.ts';
import { toFilterQuery, type ShownList } from '@/components/observations/filter/list-filter.ts';
import { toActed, toActedPages } from './optimistic.ts';
import { listKeys, type TriageCommand } from './triage-command.ts';

/** Actions go to the server one after the other, in the order in which they were given. */
export const triageQueue = { mutationKey: ['triage'], scope: { id: 'triage' } };

type Change = { list: ShownList; zone: number; command: TriageCommand };
type Snapshot = readonly (readonly [QueryKey, unknown])[];
/** The context of a triage mutation: what it drew, and the cache before that. */
export type OptimisticUpdate = { change: Change; before: Snapshot };

/** Applies a command's expected result to the list and the detail, and returns their previous data. */
const draw = (client: QueryClient, { list, zone, command }: Change): Snapshot => {
  const before: [QueryKey, unknown][] = [];
  const query = { ...toFilterQuery(list), sort: list.sort, order: list.order };
  const keys = listKeys(command);
  const about = { action: command, keys, states: list.states };
  const kept = <Key extends QueryKey>(queryKey: Key): Key => {
    before.push([queryKey, client.getQueryData(queryKey)]);
    return queryKey;
  };
  if (list.view === 'groups') {
    client.setQueryData(
      kept(observationQueries.groups({ ...query, zone }).queryKey),
      (data) => data && { ...data, pages: toActedPages(data.pages, { ...about, keyOf: ({ fingerprint }) => fingerprint }) },
    );
  } else {
    client.setQueryData(
      kept(observationQueries.list(query).queryKey),
      (data) => data && { ...data, pages: toActedPages(data.pages, { ...about, keyOf: ({ id }) => id }) },
    );
  }
  for (const key of keys ?? []) {
    client.setQueryData(
      kept(observationQueries.group(key, zone).queryKey),
      (data) => data && { ...data, group: toActed(data.group, command) },
    );
    client.setQueryData(
      kept(observationQueries.get(key).queryKey),
      (data) => data && { ...data, observation: toActed(data.observation, command) },
    );
  }
  return before;
};

const restore = (client: QueryClient, before: Snapshot): void => {
  for (const [queryKey, data] of before) client.setQueryData(queryKey, data);
};

/** `onMutate` of a triage mutation: what is being read is dropped, as it would show things as they were. */
export const updateOptimistically = async (client: QueryClient, change: Change): Promise<OptimisticUpdate> => {
  await client.cancelQueries({ queryKey: keyOf.observations() });
  return { change, before: draw(client, change) };
};

const isUpdate = (context: unknown): context is OptimisticUpdate =>
  typeof context === 'object' && context !== null && 'change' in context && 'before' in context;

/**
 * `onError` of a triage mutation: the cache as it was before. Updates that were drawn after the failed one and still wait for the
 * server are drawn again on top, so that each can be rolled back alone.
 */
export const rollBack = (client: QueryClient, failed: OptimisticUpdate): void => {
  const pending = client
    .getMutationCache()
    .findAll({ mutationKey: triageQueue.mutationKey, status: 'pending' })
    .map(({ state }) => state.context)
    .filter(isUpdate);
  const later = pending.slice(pending.indexOf(failed) + 1);
  for (const { before } of later.toReversed()) restore(client, before);
  restore(client, failed.before);
  for (const update of later) update.before = draw(client, update.change);
};
