import { expect, test } from 'vitest';
import { listSummaries, printListed } from './list-summary.ts';

test('says how much matches, the longest first', () => {
  expect(listSummaries('groups', null, null)).toEqual([]);
  expect(listSummaries('groups', { shown: 1_200, collapsed: 0 }, 3_400)).toEqual([
    '1,200 groups, 3,400 occurrences',
    '1,200 groups',
    '1,200 match',
  ]);
  expect(listSummaries('single', { shown: 1, collapsed: 0 }, 3)).toEqual(['1 observation', '1 matches']);
});

test('what is collapsed is said', () => {
  expect(listSummaries('groups', { shown: 13, collapsed: 6 }, 40)).toEqual(['13 shown, 6 collapsed', '6 collapsed']);
  expect(printListed({ shown: 13, collapsed: 0 })).toBe('13 matching');
});
