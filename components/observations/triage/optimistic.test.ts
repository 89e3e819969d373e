import { describe, expect, test } from 'vitest';
import type { ObservationState } from '@/lib/domain/observation.ts';
import { toActed, toActedPages } from './optimistic.ts';

type Item = { id: string; state: ObservationState };
const acknowledge = { action: 'acknowledge', reason: 'fixed', note: null } as const;
const resolve = { action: 'resolve', reason: 'wont_fix', note: null } as const;
const pages = (): { items: Item[]; total: number; nextCursor: string }[] => [
  {
    items: [
      { id: 'a', state: 'open' },
      { id: 'b', state: 'regressed' },
    ],
    total: 30,
    nextCursor: 'x',
  },
  { items: [{ id: 'c', state: 'acknowledged' }], total: 30, nextCursor: 'y' },
];
const act = (action: typeof acknowledge | typeof resolve, keys: string[] | null, states: ObservationState[]) =>
  toActedPages(pages(), { action, keys: keys && new Set(keys), keyOf: ({ id }) => id, states });

describe('what an action will have done', () => {
  test('what still matches changes in its place', () => {
    expect(act(acknowledge, ['b'], ['open', 'regressed', 'acknowledged'])[0]).toEqual({
      items: [
        { id: 'a', state: 'open' },
        { id: 'b', state: 'acknowledged' },
      ],
      total: 30,
      nextCursor: 'x',
    });
  });

  test('what does not match any more leaves, and every page counts less', () => {
    const acted = act(resolve, ['a', 'c'], ['open', 'regressed', 'acknowledged']);
    expect(acted.map(({ items }) => items.map(({ id }) => id))).toEqual([['b'], []]);
    expect(acted.map(({ total }) => total)).toEqual([28, 28]);
  });

  test('an action on all that matches changes all', () => {
    expect(act(resolve, null, []).flatMap(({ items }) => items.map(({ state }) => state))).toEqual(['wont_fix', 'wont_fix', 'wont_fix']);
  });

  test('what is refused stays the same thing', () => {
    const item: Item = { id: 'a', state: 'fixed' };
    expect(toActed(item, acknowledge)).toBe(item);
  });

  test('the status of one observation goes with its state', () => {
    expect(toActed({ state: 'open', status: 'open' }, resolve)).toEqual({ state: 'wont_fix', status: 'resolved' });
  });
});
