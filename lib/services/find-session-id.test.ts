import path from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '../../db/open-store.ts';
import { buildConversation } from '../store/build-conversation.ts';
import { findSessionId } from './find-session-id.ts';
import { makeSessionService } from './sessions.ts';

const migrationsFolder = path.resolve(import.meta.dirname, '../../db/migrations');
const openTestStore = async () => {
  const store = openStore(':memory:', { migrationsFolder });
  await store.append(buildConversation('a', { nativeId: 'fe5e1c67-53e7' }));
  await store.append(buildConversation('b', { nativeId: 'fe5e1c67-53e7:agent', relation: 'subagent' }));
  await store.append(buildConversation('c', { nativeId: '0199aaaa-1' }));
  await store.append(buildConversation('d', { nativeId: '0199aaaa-2' }));
  await store.append(buildConversation(`mkt7qa${'a'.repeat(20)}`, { nativeId: 'one' }));
  await store.append(buildConversation(`mkt7qb${'b'.repeat(20)}`, { nativeId: 'two' }));
  await store.append(buildConversation(`mkt7qb${'c'.repeat(20)}`, { nativeId: 'two:agent', relation: 'subagent' }));
  await store.append(buildConversation(`deadbeef${'a'.repeat(18)}`, { nativeId: 'three' }));
  await store.append(buildConversation('e', { nativeId: 'deadbeef-42' }));
  return store;
};

it.each([
  ['a', 'a'],
  ['claude-code:fe5e1c67-53e7', 'a'],
  ['fe5e1c67-53e7', 'a'],
  ['fe5e1c67', 'a'],
  ['fe5e1c67-53e7:agent', 'b'],
  ['fe5e1c6', null],
  ['53e7:agent', null],
  ['mkt7qa', `mkt7qa${'a'.repeat(20)}`],
  ['mkt7qbc', `mkt7qb${'c'.repeat(20)}`],
  ['mkt7q', null],
  ['mkt7qd', null],
  ['kt7qaa', null],
  ['deadbeefa', `deadbeef${'a'.repeat(18)}`],
])('finds %s', async (name, id) => {
  const store = await openTestStore();
  expect(await findSessionId(store, name)).toBe(id);
  await store.close();
});

it('walks no list of sessions for a short id', async () => {
  const store = await openTestStore();
  const listSessions = () => Promise.reject(new Error('walked'));
  expect(await findSessionId({ ...store, listSessions }, 'mkt7qa')).toBe(`mkt7qa${'a'.repeat(20)}`);
  await store.close();
});

it('does not guess when several sessions match', async () => {
  const store = await openTestStore();
  await expect(findSessionId(store, '0199aaaa')).rejects.toThrow('2 sessions match 0199aaaa');
  await store.close();
});

it('lists those that begin alike, by whatever id', async () => {
  const store = await openTestStore();
  const [b, c] = [`mkt7qb${'b'.repeat(20)}`, `mkt7qb${'c'.repeat(20)}`];
  await expect(findSessionId(store, 'mkt7qb')).rejects.toThrow(`2 sessions match mkt7qb. Use a full id or a longer prefix: ${b}, ${c}.`);
  await expect(findSessionId(store, 'deadbeef')).rejects.toThrow(`e, deadbeef${'a'.repeat(18)}`);
  await store.close();
});

it('lists the sessions that a short id may mean, the newest first', async () => {
  const store = await openTestStore();
  const { candidates } = makeSessionService({ store, now: () => 0 });
  const idsOf = async (name: string) => {
    const { items, total } = await candidates(name);
    return [total, ...items.map(({ id }) => id).sort()];
  };
  expect(await idsOf('mkt7qb')).toEqual([2, `mkt7qb${'b'.repeat(20)}`, `mkt7qb${'c'.repeat(20)}`]);
  expect(await idsOf('0199aaaa')).toEqual([2, 'c', 'd']);
  expect(await idsOf('fe5e1c67')).toEqual([1, 'a']);
  expect(await idsOf('fe5e1c6')).toEqual([0]);
  await store.close();
});
