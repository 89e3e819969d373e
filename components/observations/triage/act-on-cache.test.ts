import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import type { ObservationState } from '@/lib/domain/observation.ts';
import { observationQueries } from '@/lib/client/queries/observation-queries.ts';
import { makeDrawnCommands } from './act-on-cache.ts';
import { toFilterQuery, type ShownList } from '@/components/observations/filter/list-filter.ts';
import { makeGroup } from '@/components/observations/make-row.ts';
import { toGroupRow } from '@/components/observations/list-rows.ts';
import { toSingleCommand, type Action } from './triage-command.ts';

const list: ShownList = {
  ...{ q: '', states: ['open', 'acknowledged'], severities: [], observers: [], projects: [], seen: null, session: null, group: null },
  ...{ cleared: false, view: 'groups', sort: 'severity', order: 'desc' },
};
const { queryKey } = observationQueries.groups({ ...toFilterQuery(list), sort: 'severity', order: 'desc', zone: 0 });
const clients: QueryClient[] = [];
afterEach(() => clients.splice(0).forEach((client) => client.clear()));

const buildFixture = () => {
  const client = new QueryClient();
  clients.push(client);
  const items = ['a', 'b', 'c'].map((key) => makeGroup(key));
  const counts = { bySeverity: {}, byStatus: {}, byObserver: {} };
  const page = { items, total: 3, nextCursor: null, previousCursor: null, resultSetHash: '3-x', counts };
  client.setQueryData(queryKey, { pages: [page], pageParams: [['']] });
  const commands = makeDrawnCommands(client);
  const read = (): Record<string, ObservationState> =>
    Object.fromEntries(
      client.getQueryData(queryKey)?.pages.flatMap((one) => one.items.map(({ fingerprint, state }) => [fingerprint, state])) ?? [],
    );
  const act = (key: string, action: Action['action']) =>
    commands.add(list, 0, toSingleCommand({ action, reason: 'fixed', note: null }, 'groups', toGroupRow(makeGroup(key))));
  return { read, act, ...commands };
};

test('one that is refused is taken back alone: what was done after it stays drawn', async () => {
  const { read, act, refused } = buildFixture();
  const resolve = await act('a', 'resolve');
  await act('b', 'acknowledge');
  expect(read()).toEqual({ b: 'acknowledged', c: 'open' });
  refused(resolve);
  expect(read()).toEqual({ a: 'open', b: 'acknowledged', c: 'open' });
});

test('two on one thing: the second holds on what was there before the first', async () => {
  const { read, act, refused } = buildFixture();
  const [acknowledge, resolve] = [await act('a', 'acknowledge'), await act('a', 'resolve')];
  refused(acknowledge);
  expect(read()).toEqual({ b: 'open', c: 'open' });
  refused(resolve);
  expect(read()).toEqual({ a: 'open', b: 'open', c: 'open' });
});

test('what the server has done stays when the next one is refused', async () => {
  const { read, act, done, refused } = buildFixture();
  const [acknowledge, resolve] = [await act('a', 'acknowledge'), await act('a', 'resolve')];
  done(acknowledge);
  refused(resolve);
  expect(read()).toEqual({ a: 'acknowledged', b: 'open', c: 'open' });
});
