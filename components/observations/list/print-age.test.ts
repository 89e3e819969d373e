import { expect, test } from 'vitest';
import { printAge } from './print-age.ts';

const nowMs = new Date(2026, 10, 20, 12).getTime();
const hourMs = 3_600_000;

test('an age has few characters; after a week it is the day', () => {
  expect(printAge(nowMs - 20_000, nowMs)).toBe('now');
  expect(printAge(nowMs + 20_000, nowMs)).toBe('now');
  expect(printAge(nowMs - 0.2 * hourMs, nowMs)).toBe('12 min');
  expect(printAge(nowMs - 23.9 * hourMs, nowMs)).toBe('23 h');
  expect(printAge(nowMs - 49 * hourMs, nowMs)).toBe('2 d');
  expect(printAge(nowMs - 8 * 24 * hourMs, nowMs)).toBe('Nov 12');
});
