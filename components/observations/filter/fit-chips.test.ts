import { expect, test } from 'vitest';
import { fitChips, fitText } from './fit-chips.ts';

const texts = ['status:unresolved', 'severity:>=medium', 'project:ledger-api'];

test('all tokens stand in a line that has room for them', () => {
  expect(fitChips(texts, 600)).toMatchObject({ count: 3 });
  expect(fitChips([], 0)).toEqual({ count: 0, leftPx: 0 });
});

test('else the first ones and room for how many more; never a part of one', () => {
  expect(fitChips(texts, 400)).toMatchObject({ count: 2 });
  expect(fitChips(texts, 200)).toMatchObject({ count: 1 });
  expect(fitChips(texts, 100)).toMatchObject({ count: 0 });
  expect(fitChips(texts, 20).leftPx).toBe(0);
});

test('the longest text that has room', () => {
  const summaries = ['14 groups, 21 occurrences', '14 groups'];
  expect(fitText(summaries, 300)).toBe('14 groups, 21 occurrences');
  expect(fitText(summaries, 90)).toBe('14 groups');
  expect(fitText(summaries, 20)).toBe('');
});
