import { expect, test } from 'vitest';
import { listParts, pickSteps, printNothing, type NextStep } from './next-steps.ts';

const step = (label: string, count: number | null): NextStep => ({ label, count, next: {} });

test('what yields most is offered first, and of all that yields something only the best', () => {
  expect(pickSteps([step('a', 0), step('b', 3), step('c', 9), step('d', 5)], [step('all', 40)])?.map(({ label }) => label)).toEqual([
    'c',
    'd',
  ]);
});

test('where no part alone yields anything, all of it is left out; what yields nothing is never offered', () => {
  expect(pickSteps([step('a', 0)], [step('attention', 0), step('all', 40)])?.map(({ label }) => label)).toEqual(['all']);
  expect(pickSteps([step('a', 0)], [step('all', 0)])).toEqual([]);
});

test('nothing is offered before it is known', () => {
  expect(pickSteps([step('a', 4), step('b', null)], [])).toBeNull();
});

test('the text and each token can be left out, but not what adds to the list', () => {
  const chips = [
    { text: 'status:open', without: { states: [] } },
    { text: 'archived:include', without: { cleared: false } },
  ];
  expect(listParts(' x ', chips).map(({ label }) => label)).toEqual(['Without “x”', 'Without status:open']);
  expect(listParts('', [])).toEqual([]);
});

test('an empty list says what is not there', () => {
  expect(printNothing({ states: ['acknowledged'], severities: [] }, true)).toBe('No acknowledged observations left');
  expect(printNothing({ states: ['acknowledged'], severities: ['critical', 'high', 'medium'] }, false)).toBe(
    'No acknowledged observations of medium severity or worse',
  );
  expect(printNothing({ states: ['open', 'wont_fix'], severities: ['low', 'high'] }, false)).toBe(
    'No open or won’t fix observations of high or low severity',
  );
  expect(printNothing({ states: ['open', 'fixed', 'false_positive', 'wont_fix', 'stale'], severities: [] }, false)).toBe(
    'No open or resolved observations',
  );
});
