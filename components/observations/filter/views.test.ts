import { describe, expect, test } from 'vitest';
import { attention, countViews, findView, views } from './views.ts';

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

  test('what is acknowledged, low or info is not counted as needing attention', () => {
    const all = [count('open', 9), count('regressed', 2), count('acknowledged', 4), count('fixed', 3), count('stale', 1)];
    const worse = [count('open', 5), count('regressed', 2), count('acknowledged', 1), count('fixed', 3)];
    expect(countViews(all, worse)).toEqual({ attention: 7, regressed: 2, acknowledged: 4, resolved: 4, all: 19 });
  });
});
