import { expect, test } from 'vitest';
import { buildRow } from '@/components/observations/build-row.ts';
import { printFoundBy, printPlaces } from './row-about.ts';

test('a category that repeats its observer is not said', () => {
  expect(printFoundBy(buildRow('a'))).toBe('Stall Detector · repetition');
  expect(printFoundBy(buildRow('a', { observerName: 'Error Cascade Detector', category: 'Error Cascade' }))).toBe('Error Cascade Detector');
  expect(printFoundBy(buildRow('a', { observerName: 'test-integrity', category: 'Test-integrity' }))).toBe('test-integrity');
  expect(printFoundBy(buildRow('a', { category: null }))).toBe('Stall Detector');
});

test('of many projects only how many there are; of one observation project and session', () => {
  expect(printPlaces(buildRow('a', { places: ['ledger', 'atlas'] }))).toBe('ledger, atlas');
  expect(printPlaces(buildRow('a', { places: ['a', 'b', 'c'] }))).toBe('3 projects');
  expect(printPlaces(buildRow('a', { places: [] }))).toBe('');
  expect(printPlaces(buildRow('a', { sessions: null, places: ['ledger', 'Fix the export'] }))).toBe('ledger / Fix the export');
});
