import { expect, test } from 'vitest';
import { printInterval, printLabels, printRate } from './precision.ts';

test('a rate, its interval, and what it rests on, in the right number', () => {
  expect([printRate(0.805), printInterval({ low: 0.6599, high: 0.8976 })]).toEqual(['81 %', '66 to 90']);
  const labels = (fixed: number, falsePositive: number, synthetic = false) => printLabels({ fixed, falsePositive, synthetic });
  expect(labels(3, 0)).toBe('3 fixed and 0 false positives of 3 labeled');
  expect(labels(1_200, 1)).toBe('1,200 fixed and 1 false positive of 1,201 labeled');
  expect(labels(0, 2, true)).toBe('0 fixed and 2 false positives of 2 labeled, all of demo data');
});
