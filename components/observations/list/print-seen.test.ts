import { expect, test } from 'vitest';
import { printSeen, printSessions } from './print-seen.ts';

test('how often, in plain words', () => {
  expect(printSeen(1, 1)).toBe('once');
  expect(printSeen(2, 1)).toBe('twice in one session');
  expect(printSeen(1_284, 9)).toBe('1,284 times in 9 sessions');
  expect(printSeen(3, null)).toBe('3 times');
});

test('no session is not counted', () => {
  expect(printSeen(2, 0)).toBe('twice');
  expect(printSessions(0)).toBe('');
});
