import { expect, test } from 'vitest';
import { makeRow } from '@/components/observations/make-row.ts';
import { printFoundBy, printPlaces } from './row-about.ts';

test('a category that repeats its observer is not said', () => {
  expect(printFoundBy(makeRow('a'))).toBe('Stall Detector · repetition');
  expect(printFoundBy(makeRow('a', { observerName: 'Error Cascade Detector', category: 'Error Cascade' }))).toBe('Error Cascade Detector');
  expect(printFoundBy(makeRow('a', { observerName: 'test-integrity', category: 'Test-integrity' }))).toBe('test-integrity');
  expect(printFoundBy(makeRow('a', { category: null }))).toBe('Stall Detector');
});

test('of many projects only how many there are; of one observation project and session', () => {
  expect(printPlaces(makeRow('a', { places: ['ledger', 'atlas'] }))).toBe('ledger, atlas');
  expect(printPlaces(makeRow('a', { places: ['a', 'b', 'c'] }))).toBe('3 projects');
  expect(printPlaces(makeRow('a', { places: [] }))).toBe('');
  expect(printPlaces(makeRow('a', { sessions: null, places: ['ledger', 'Fix the export'] }))).toBe('ledger / Fix the export');
});
