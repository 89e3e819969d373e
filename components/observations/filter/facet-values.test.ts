import { expect, test } from 'vitest';
import { cutValues, toAges, toNamedValues } from './facet-values.ts';

const stall = { value: 'stall', label: 'Stall Detector', count: 3 };
const drift = { value: 'drift', label: 'Drift Detector', count: 2 };

test('names that occur, and those that are chosen', () => {
  expect(toNamedValues([stall], [], [stall, drift])).toEqual([stall]);
  expect(toNamedValues([stall], ['drift'], [stall, drift])).toEqual([stall, { ...drift, count: 0 }]);
  expect(toNamedValues([stall], ['gone'], [])).toEqual([stall, { value: 'gone', label: 'gone', count: 0 }]);
  expect(toNamedValues(undefined, [], [stall])).toEqual([]);
});

test('where none occurs, those that are known stay, with zero', () => {
  expect(toNamedValues([], ['drift'], [stall, drift])).toEqual([
    { ...stall, count: 0 },
    { ...drift, count: 0 },
  ]);
});

test('ages stay, whether anything is of them or not, with the one that is chosen', () => {
  expect(toAges(undefined, 14)).toEqual([
    { value: '1', label: 'Last day', count: 0 },
    { value: '7', label: 'Last 7 days', count: 0 },
    { value: '14', label: 'Last 14 days', count: 0 },
    { value: '30', label: 'Last 30 days', count: 0 },
    { value: '90', label: 'Last 90 days', count: 0 },
  ]);
});

const many = Array.from({ length: 19 }, (_, at) => ({ value: `r-${19 - at}`, label: `reviewer-${19 - at}`, count: 1 }));

test('names of equal count stand by their numbers', () => {
  const labels = toNamedValues([...many, stall], [], []).map(({ label }) => label);
  expect(labels.slice(0, 3)).toEqual(['Stall Detector', 'reviewer-1', 'reviewer-2']);
  expect(labels.at(-1)).toBe('reviewer-19');
});

test('of many the first twelve are shown, what is chosen, and how many more there are', () => {
  const values = toNamedValues(many, [], []);
  expect(cutValues(values, [])).toEqual([values.slice(0, 12), 7]);
  const [shown, left] = cutValues(values, ['r-19']);
  expect([shown.length, shown.at(-1)?.value, left]).toEqual([13, 'r-19', 6]);
  expect(cutValues(values.slice(0, 13), [])).toEqual([values.slice(0, 13), 0]);
});
