import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { observationSeverity, observationState } from '@/lib/domain/observation.ts';
import type { ListFilter } from './list-filter.ts';
import { isTermBegun, parseQuery, splitTyped, type KnownNames } from './parse-query.ts';
import { listQueryChips } from './query-chips.ts';
import { attention } from './views.ts';

const known: KnownNames = {
  observers: [
    { value: 'stall', label: 'Stall Detector', count: 3 },
    { value: 'error-cascade', label: 'Error Cascade Detector', count: 2 },
  ],
  projects: ['ledger-api', 'ledger-web', 'my tools'].map((value) => ({ value, label: value, count: 1 })),
};
const parse = (typed: string) => parseQuery(typed, known);

describe('parseQuery', () => {
  test('terms are the filter, the rest is text', () => {
    expect(parse('status:open,regressed cannot severity:>=high find seen:<14d')).toEqual({
      filter: { states: ['open', 'regressed'], severities: ['critical', 'high'], seen: 14 },
      text: 'cannot find',
      left: 'cannot find',
      problems: [],
    });
  });

  test('one word says several statuses; all narrows nothing', () => {
    expect(parse('status:resolved').filter).toEqual({ states: ['fixed', 'false_positive', 'wont_fix', 'stale'] });
    expect(parse('Status:Unresolved').filter).toEqual({ states: ['open', 'regressed', 'acknowledged'] });
    expect(parse('status:false-positive status:stale').filter).toEqual({ states: ['false_positive', 'stale'] });
    expect(parse('status:all severity:all').filter).toEqual({ states: [], severities: [] });
  });

  test('severities are compared', () => {
    expect(parse('severity:<medium').filter).toEqual({ severities: ['low', 'info'] });
    expect(parse('severity:low,critical').filter).toEqual({ severities: ['low', 'critical'] });
    expect(parse('severity:>critical').problems).toHaveLength(1);
  });

  test('names are those that are known: by id or label, in quotes, or as far as only one begins so', () => {
    expect(parse('observer:"stall detector" project:"my tools"').filter).toEqual({ observers: ['stall'], projects: ['my tools'] });
    expect(parse('observer:error project:ledger-api,my').filter).toEqual({
      observers: ['error-cascade'],
      projects: ['ledger-api', 'my tools'],
    });
  });

  test('what is said as far as only one begins so is that', () => {
    expect(parse('severity:hi status:ack,fals').filter).toEqual({ severities: ['high'], states: ['acknowledged', 'false_positive'] });
    expect(parse('severity:>=me status:unres').filter).toEqual({
      severities: ['critical', 'high', 'medium'],
      states: ['open', 'regressed', 'acknowledged'],
    });
    expect(parse('sev:low stat:op obs:stall pro:my').filter).toEqual({
      severities: ['low'],
      states: ['open'],
      observers: ['stall'],
      projects: ['my tools'],
    });
    expect(parse('status:al severity:AL seen:a').filter).toEqual({ states: [], severities: [], seen: null });
    // Ambiguous beginnings match nothing: regressed and resolved; session, severity and seen.
    expect(parse('status:re')).toMatchObject({ filter: {}, text: '', left: 'status:re' });
    expect(parse('se:high')).toMatchObject({ filter: {}, text: 'se:high' });
  });

  test('a term that says nothing known narrows nothing, stays in the field, and says what is known', () => {
    expect(parse('project:ledger here')).toEqual({
      filter: {},
      text: 'here',
      left: 'project:ledger here',
      problems: ['“project:ledger” is ignored: projects are ledger-api, ledger-web, "my tools"'],
    });
    expect(parse('status:done').problems[0]).toContain('status must be one of open, regressed, acknowledged,');
    expect(parse('state:open x')).toMatchObject({
      text: 'state:open x',
      problems: ['“state:open” is searched as text; the terms are status, severity, observer, project, session, seen, sent'],
    });
    expect(parse('seen:soon').problems[0]).toContain('like <14d');
    expect(parse('seen:0').filter).toEqual({});
    expect(parse('seen:<100000d').filter).toEqual({ seen: 100_000 });
  });

  test('text with a colon is text, without a word about it', () => {
    expect(parse('Error: not enough')).toEqual({ filter: {}, text: 'Error: not enough', left: 'Error: not enough', problems: [] });
    expect(parse('https://x.test/a')).toEqual({ filter: {}, text: 'https://x.test/a', left: 'https://x.test/a', problems: [] });
  });

  test('what is typed joins what is chosen, however it is typed; what the page begins with gives way', () => {
    const one = (before: Partial<ListFilter>, typed: string) => ({ ...before, ...parseQuery(typed, known, before).filter });
    const begin = { states: [...attention.states], severities: [...attention.severities], observers: [], seen: null };
    const terms = [
      'observer:stall',
      'severity:low',
      'observer:error',
      'status:fixed',
      'severity:high',
      'seen:<7d',
      'status:open',
      'seen:<30d',
    ];
    const joined = {
      observers: ['stall', 'error-cascade'],
      severities: ['low', 'high'],
      states: ['fixed', 'open'],
      seen: 30,
    };
    expect(one(begin, terms.join(' '))).toEqual(joined);
    expect(terms.reduce(one, begin)).toEqual(joined);
  });

  test('what is archived is resolved, and it says so where only others are listed', () => {
    const problems = (states: ListFilter['states']) => parseQuery('archived:include', known, { states }).problems;
    expect(problems(['open'])[0]).toContain('add status:resolved');
    expect([...problems([]), ...problems(['open', 'stale'])]).toEqual([]);
  });

  test('any text is read, and nothing of it is lost that is no term', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (typed) => {
        const { filter, left } = parse(typed);
        if (Object.keys(filter).length === 0) expect(left.split(/\s+/u).join('')).toBe(typed.split(/\s+/u).join(''));
      }),
    );
  });

  test('tokens of a filter are read as that filter', () => {
    const names = (field: keyof KnownNames) => fc.subarray(known[field].map(({ value }) => value));
    const parts = {
      states: fc.subarray([...observationState.options]),
      severities: fc.subarray([...observationSeverity.options]),
      observers: names('observers'),
      projects: names('projects'),
      seen: fc.option(fc.integer({ min: 1, max: 36_500 })),
      sent: fc.option(fc.boolean()),
      cleared: fc.boolean(),
    };
    fc.assert(
      fc.property(fc.record(parts), (some) => {
        const filter: ListFilter = { q: '', session: null, group: null, ...some };
        const labelOf = (id: string) => known.observers.find(({ value }) => value === id)?.label ?? id;
        const typed = listQueryChips(filter, { labelOf, sessionTitle: null, groupTitle: null }).map(({ text }) => text);
        const read = { ...filter, states: [], severities: [], observers: [], projects: [], seen: null, sent: null, cleared: false };
        const { filter: parsed, left } = parse(typed.join(' '));
        const sorted = (one: ListFilter) => ({ ...one, states: [...one.states].sort(), severities: [...one.severities].sort() });
        expect(left).toBe('');
        expect(sorted({ ...read, ...parsed })).toEqual(sorted(filter));
      }),
    );
  });
});

test('the word that is being typed is not read yet', () => {
  expect(splitTyped('status:open sev')).toEqual(['status:open ', 'sev']);
  expect(splitTyped('status:open ')).toEqual(['status:open ', '']);
  expect(splitTyped('observer:"Stall ')).toEqual(['', 'observer:"Stall ']);
  expect(isTermBegun('seen:')).toBe(true);
  expect(isTermBegun('note:')).toBe(false);
});
