import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { keyOf } from '@/lib/client/queries/key-of.ts';
import { observationQueries } from '@/lib/client/queries/observation-queries.ts';
import { toFilterQuery, type ShownList } from '@/components/observations/filter/list-filter.ts';
import { toActed, toActedPages } from './optimistic.ts';
import { listKeys, type TriageCommand } from './triage-command.ts';

type Shown = { list: ShownList; zone: number; command: TriageCommand };

/** Draws what a command will have done, in the list and beside it. Answers what takes that back. */
const draw = (client: QueryClient, { list, zone, command }: Shown): (() => void) => {
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
  return () => {
    for (const [queryKey, data] of before) client.setQueryData(queryKey, data);
  };
};

/** A command that is drawn and on its way. */
export type Drawn = { shown: Shown; restore: () => void };

/**
 * Commands that are drawn before the server has said what became of them. One that is refused is taken back alone: those given after it
 * stay drawn.
 */
export const makeDrawnCommands = (client: QueryClient) => {
  let drawn: readonly Drawn[] = [];
  return {
    add: async (list: ShownList, zone: number, command: TriageCommand): Promise<Drawn> => {
      await client.cancelQueries({ queryKey: keyOf.observations() });
      const shown = { list, zone, command };
      const one = { shown, restore: draw(client, shown) };
      drawn = [...drawn, one];
      return one;
    },
    done: (one: Drawn) => {
      drawn = drawn.filter((other) => other !== one);
    },
    refused: (one: Drawn) => {
      const at = drawn.indexOf(one);
      if (at < 0) return;
      const later = drawn.slice(at + 1);
      for (const { restore } of [...later].reverse()) restore();
      one.restore();
      for (const other of later) other.restore = draw(client, other.shown);
      drawn = [...drawn.slice(0, at), ...later];
    },
  };
};
