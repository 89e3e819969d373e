import { expect, test } from 'vitest';
import { everything, type ListFilter } from './list-filter.ts';
import { listQueryChips, type ChipNames } from './query-chips.ts';

const nothing: ListFilter = { ...everything, cleared: false };
const textsOf = (filter: Partial<ListFilter>, names: Partial<ChipNames> = {}) =>
  listQueryChips({ ...nothing, ...filter }, { labelOf: (id) => `The ${id}`, sessionTitle: null, groupTitle: null, ...names }).map(
    ({ text }) => text,
  );

test('each part of a filter is a token', () => {
  expect(textsOf({})).toEqual([]);
  expect(
    textsOf({
      states: ['open', 'regressed'],
      severities: ['critical', 'high', 'medium'],
      observers: ['stall'],
      projects: ['x'],
      seen: 14,
      sent: false,
    }),
  ).toEqual(['status:open,regressed', 'severity:>=medium', 'observer:"The stall"', 'project:x', 'seen:<14d', 'sent:no']);
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

test('a token that is taken away narrows nothing anymore', () => {
  const [chip] = listQueryChips({ ...nothing, observers: ['stall'] }, { labelOf: (id) => id, sessionTitle: null, groupTitle: null });
  expect(chip?.without).toEqual({ observers: [] });
});

test('a session and a group are called by their titles, an unknown one by its id', () => {
  const ids = { session: 'd2okfpznumnny727k6lfj7b2eb', group: 'short' };
  expect(textsOf(ids)).toEqual(['session:d2okfpzn', 'group:short']);
  expect(textsOf(ids, { sessionTitle: 'Forecast across\nthe clock change of this year', groupTitle: 'Loop' })).toEqual([
    'session:"Forecast across the clock chang…"',
    'group:Loop',
  ]);
});

test('what reorders text is shown as what it is', () => {
  expect(textsOf({ projects: ['a\u202eb'] })).toEqual(['project:a⟨U+202E⟩b']);
});
