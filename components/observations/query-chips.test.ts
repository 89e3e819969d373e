import { expect, test } from 'vitest';
import type { ListFilter } from './list-filter.ts';
import { listQueryChips } from './query-chips.ts';

const nothing: ListFilter = {
  q: '',
  states: [],
  severities: [],
  observers: [],
  projects: [],
  seen: null,
  session: null,
  group: null,
  cleared: false,
};
const textsOf = (filter: Partial<ListFilter>) => listQueryChips({ ...nothing, ...filter }, (id) => `The ${id}`).map(({ text }) => text);

test('each part of a filter is a token', () => {
  expect(textsOf({})).toEqual([]);
  expect(
    textsOf({ states: ['open', 'regressed'], severities: ['critical', 'high', 'medium'], observers: ['stall'], projects: ['x'], seen: 14 }),
  ).toEqual(['status:open,regressed', 'severity:>=medium', 'observer:"The stall"', 'project:x', 'seen:<14d']);
});

test('severities that leave one out between are named', () => {
  expect(textsOf({ severities: ['medium', 'critical'] })).toEqual(['severity:critical,medium']);
  expect(textsOf({ severities: ['critical'] })).toEqual(['severity:critical']);
});

test('all reasons together are resolved', () => {
  expect(textsOf({ states: ['open', 'fixed', 'false_positive', 'wont_fix', 'stale'] })).toEqual(['status:open,resolved']);
  expect(textsOf({ states: ['fixed', 'stale'] })).toEqual(['status:fixed,stale']);
});

test('all that is not resolved is one word', () => {
  expect(textsOf({ states: ['open', 'regressed', 'acknowledged'] })).toEqual(['status:unresolved']);
  expect(textsOf({ states: ['open', 'regressed', 'acknowledged', 'stale'] })).toEqual(['status:unresolved,stale']);
});

test('a token that is taken away narrows nothing any more', () => {
  const [chip] = listQueryChips({ ...nothing, observers: ['stall'] }, (id) => id);
  expect(chip?.without).toEqual({ observers: [] });
});

test('what reorders text is shown as what it is', () => {
  expect(textsOf({ projects: ['a\u202eb'] })).toEqual(['project:a⟨U+202E⟩b']);
});
