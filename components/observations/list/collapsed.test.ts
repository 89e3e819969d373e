import { expect, test } from 'vitest';
import { countListed, toListedSeverities, toPresentSeverities } from './collapsed.ts';

test('collapsed severities are not asked for; one is left at least', () => {
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

test('what is collapsed is counted apart from what is shown', () => {
  const counted = [
    { value: 'high', count: 10 },
    { value: 'medium', count: 6 },
    { value: 'low', count: 3 },
  ] as const;
  const heads = (...collapsed: ('high' | 'medium' | 'low')[]) => ({
    collapsed: new Set(collapsed),
    awaited: new Set<never>(),
    present: ['high', 'medium'] as const,
    descending: true,
  });
  expect(countListed(null, heads(), counted)).toBeNull();
  expect(countListed(16, null, counted)).toEqual({ shown: 16, collapsed: 0 });
  expect(countListed(16, heads(), counted)).toEqual({ shown: 16, collapsed: 0 });
  expect(countListed(10, heads('medium', 'low'), counted)).toEqual({ shown: 10, collapsed: 6 });
  // The list is asked for the worst severity then, whose rows are not drawn.
  expect(countListed(10, heads('high', 'medium'), counted)).toEqual({ shown: 0, collapsed: 16 });
});
