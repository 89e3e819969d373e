import { afterEach, beforeEach, expect, it } from 'vitest';
import path from 'node:path';
import { openStore } from '../../db/open-store.ts';
import type { Store } from '../store/store.ts';
import { makeChangeHub, toSubscription, type ChangeHub } from './changes.ts';

let store: Store;
let hub: ChangeHub;

beforeEach(() => {
  store = openStore(':memory:', { migrationsFolder: path.resolve('db/migrations') });
  hub = makeChangeHub(store);
});
afterEach(async () => {
  hub.close();
  await store.close();
});

const listen = (topics: string | undefined, lastId?: string) => {
  const request = new Request('http://localhost/', { headers: lastId === undefined ? {} : { 'last-event-id': lastId } });
  const reader = hub.open(toSubscription({ topics }, request)).getReader();
  const decoder = new TextDecoder();
  let heard = '';
  return async (wanted: string) => {
    while (!heard.includes(wanted)) {
      const { value, done } = await reader.read();
      if (done) break;
      heard += decoder.decode(value, { stream: true });
    }
    return heard;
  };
};

it('tells only what is written from now on, of the topics asked for', async () => {
  await store.announce('session', 'before');
  const hear = listen('session');
  await hear('retry');
  await store.announce('import', 'other');
  await store.announce('session', 'after');
  const heard = await hear('"after"');
  expect([heard.includes('"before"'), heard.includes('"other"'), heard.includes('"after"')]).toEqual([false, false, true]);
});

it('goes on after the last event that was heard', async () => {
  for (let at = 0; at < 1_200; at += 1) await store.announce('session', `s${at}`);
  const heard = await listen(undefined, '2')('"s1199"');
  expect(heard.match(/event: change/g)).toHaveLength(1_198);
});

it('tells a subject once that changed many times, and where to go on', async () => {
  for (let at = 0; at < 40; at += 1) await store.announce('import', at === 20 ? 'other' : 'one');
  const heard = await listen(undefined, '1')('"one"');
  expect([...heard.matchAll(/^id: (\d+)/gmu)].map(([, id]) => id)).toEqual(['21', '40']);
});

it('tells what is new to a reader of a database that was there before', async () => {
  await store.announce('session', 'before');
  const hear = listen(undefined, '999999999999999');
  await hear('retry');
  await store.announce('session', 'after');
  expect(await hear('"after"')).toContain('"after"');
});

it('ends its streams when it closes', async () => {
  const hear = listen(undefined);
  await hear('retry');
  hub.close();
  expect(await hear('never')).toContain('retry');
});

it('refuses a topic that does not exist', () => {
  expect(() => toSubscription({ topics: 'nothing' }, new Request('http://localhost/'))).toThrow('nothing');
});
