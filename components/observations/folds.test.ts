import { expect, test } from 'vitest';
import { toListedSeverities, toPresentSeverities } from './folds.ts';

test('folded severities are not asked for; one is left at least', () => {
  expect(toListedSeverities([], [])).toEqual([]);
  expect(toListedSeverities([], ['high'])).toEqual(['critical', 'medium', 'low', 'info']);
  expect(toListedSeverities(['critical', 'high'], ['high'])).toEqual(['critical']);
  expect(toListedSeverities(['critical', 'high'], ['high', 'critical'])).toEqual(['critical']);
});

test('present are those that are chosen and of which there are any', () => {
  const counted = [
    { value: 'medium', count: 2 },
    { value: 'critical', count: 1 },
    { value: 'high', count: 0 },
  ] as const;
  expect(toPresentSeverities([], counted)).toEqual(['critical', 'medium']);
  expect(toPresentSeverities(['medium', 'high'], counted)).toEqual(['medium']);
});
