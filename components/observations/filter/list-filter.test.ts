import { expect, it } from 'vitest';
import type { SavedList } from '@/lib/domain/saved-view.ts';
import { toSavedList, toShownList } from './list-filter.ts';

const order = { view: 'groups', sort: 'severity', order: 'desc' } as const;
const again = (filter: SavedList['filter']) => JSON.stringify(toSavedList(toShownList({ filter, ...order })));

it('saves the same for what shows the same, in whatever order, however often, or empty', () => {
  const filter: SavedList['filter'] = { states: ['open', 'regressed'], observers: ['a, b', 'stall'], q: 'rm' };
  expect(again(filter)).toBe(JSON.stringify({ filter, ...order }));
  expect(
    again({ states: ['regressed', 'open', 'open'], observers: ['stall', 'a, b', 'stall'], projects: [], q: ' rm ', withCleared: false }),
  ).toBe(again(filter));
});
