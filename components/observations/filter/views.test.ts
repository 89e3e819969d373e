import { describe, expect, test } from 'vitest';
import { attention, countViews, findView, printAboutView, views } from './views.ts';

const count = (value: 'open' | 'regressed' | 'acknowledged' | 'fixed' | 'stale', much: number) => ({ value, label: value, count: much });

describe('views', () => {
  test('each is found by its own filter, whatever its order', () => {
    for (const { id, states, severities } of views)
      expect(findView({ states: [...states].reverse(), severities: [...severities].reverse() })).toBe(id);
  });

  test('a filter of its own is none of them', () => {
    expect(findView({ states: ['open'], severities: [] })).toBeNull();
    expect(findView({ states: attention.states, severities: ['high'] })).toBeNull();
  });

  test('every severity is the same as none chosen', () => {
    expect(findView({ states: ['regressed'], severities: ['info', 'low', 'medium', 'high', 'critical'] })).toBe('regressed');
  });

  test('what needs attention is counted without what is low or info', () => {
    const all = [count('open', 9), count('regressed', 2), count('acknowledged', 4), count('fixed', 3), count('stale', 1)];
    const worse = [count('open', 5), count('regressed', 2), count('acknowledged', 1), count('fixed', 3)];
    expect(countViews(all, worse)).toEqual({ attention: 8, regressed: 2, acknowledged: 4, resolved: 4, all: 19 });
  });
});

test('what needs attention is told apart as the navigation counts it', () => {
  expect(printAboutView('attention', [count('open', 12), count('regressed', 2), count('acknowledged', 1), count('fixed', 9)])).toContain(
    '14 unacknowledged (the number in the navigation) and 1 acknowledged',
  );
  expect(printAboutView('attention', null)).toBe('Open, regressed or acknowledged; medium or worse');
  expect(printAboutView('resolved', [])).toBeNull();
});
