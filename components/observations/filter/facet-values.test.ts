import { expect, test } from 'vitest';
import { toAges, toNamedValues } from './facet-values.ts';

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
