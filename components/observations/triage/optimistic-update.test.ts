import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { ObservationState } from '@/lib/domain/observation.ts';
import { observationQueries } from '@/lib/client/queries/observation-queries.ts';
import { rollBack, triageQueue, updateOptimistically } from './optimistic-update.ts';
import { everything, toFilterQuery, type ShownList } from '@/components/observations/filter/list-filter.ts';
import { buildGroup } from '@/components/observations/build-row.ts';
import { toGroupRow } from '@/components/observations/list-rows.ts';
import { toSingleCommand, type Action } from './triage-command.ts';

const list: ShownList = {
  ...everything,
  cleared: false,
  states: ['open', 'acknowledged'],
  view: 'groups',
  sort: 'severity',
  order: 'desc',
};
const { queryKey } = observationQueries.groups({ ...toFilterQuery(list), sort: 'severity', order: 'desc', zone: 0 });
const clients: QueryClient[] = [];
afterEach(() => clients.splice(0).forEach((client) => client.clear()));

/** A list of three open groups; each action waits for its answer, in the queue that the screen uses. */
const openList = () => {
  const client = new QueryClient();
  clients.push(client);
  const items = ['a', 'b', 'c'].map((key) => buildGroup(key));
  const counts = { bySeverity: {}, byStatus: {}, byObserver: {} };
  const page = { items, total: 3, nextCursor: null, previousCursor: null, resultSetHash: '3-x', counts };
  client.setQueryData(queryKey, { pages: [page], pageParams: [['']] });
  const read = (): Record<string, ObservationState> =>
    Object.fromEntries(
      client.getQueryData(queryKey)?.pages.flatMap((one) => one.items.map(({ fingerprint, state }) => [fingerprint, state])) ?? [],
    );
  const act = (key: string, action: Action['action']) => {
    const command = toSingleCommand({ action, reason: 'fixed', note: null }, 'groups', toGroupRow(buildGroup(key)));
    const answer = { resolve: (_: string) => {}, reject: (_: Error) => {} };
    const answered = new Promise<string>((resolve, reject) => Object.assign(answer, { resolve, reject }));
    const mutation = new MutationObserver(client, {
      ...triageQueue,
      mutationFn: () => answered,
      onMutate: () => updateOptimistically(client, { list, zone: 0, command }),
      onError: (_error, _command, update) => update && rollBack(client, update),
    });
    const done = mutation.mutate(undefined).catch(() => 'refused');
    return {
      refuse: () => {
        answer.reject(new Error('refused'));
        return done;
      },
      accept: () => {
        answer.resolve('done');
        return done;
      },
    };
  };
  return { read, act, drawn: (expected: Record<string, ObservationState>) => vi.waitFor(() => expect(read()).toEqual(expected)) };
};

test('one that is refused is rolled back alone: what was done after it stays drawn', async () => {
  const { read, act, drawn } = openList();
  const resolve = act('a', 'resolve');
  act('b', 'acknowledge');
  await drawn({ b: 'acknowledged', c: 'open' });
  await resolve.refuse();
  expect(read()).toEqual({ a: 'open', b: 'acknowledged', c: 'open' });
});

test('two on one thing: the second holds on what was there before the first', async () => {
  const { read, act, drawn } = openList();
  const [acknowledge, resolve] = [act('a', 'acknowledge'), act('a', 'resolve')];
  await drawn({ b: 'open', c: 'open' });
  await acknowledge.refuse();
  expect(read()).toEqual({ b: 'open', c: 'open' });
  await resolve.refuse();
  expect(read()).toEqual({ a: 'open', b: 'open', c: 'open' });
});

test('what the server has done stays when the next one is refused', async () => {
  const { read, act, drawn } = openList();
  const [acknowledge, resolve] = [act('a', 'acknowledge'), act('a', 'resolve')];
  await drawn({ b: 'open', c: 'open' });
  await acknowledge.accept();
  await resolve.refuse();
  expect(read()).toEqual({ a: 'acknowledged', b: 'open', c: 'open' });
});
