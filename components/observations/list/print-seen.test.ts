import { expect, test } from 'vitest';
import { printSeen, printSessions } from './print-seen.ts';

test('how often, in plain words', () => {
  expect(printSeen(1, { sessions: 1, subagents: 0 })).toBe('once');
  expect(printSeen(2, { sessions: 1, subagents: 0 })).toBe('twice in one session');
  expect(printSeen(2, { sessions: 1, subagents: 1 })).toBe('twice in one subagent');
  expect(printSeen(1_284, { sessions: 9, subagents: 0 })).toBe('1,284 times in 9 sessions');
  expect(printSeen(6, { sessions: 5, subagents: 2 })).toBe('6 times in 3 sessions and 2 subagents');
  expect(printSeen(6, { sessions: 2, subagents: 2 })).toBe('6 times in 2 subagents');
  expect(printSeen(3, null)).toBe('3 times');
});

test('no session is not counted', () => {
  expect(printSeen(2, { sessions: 0, subagents: 0 })).toBe('twice');
  expect(printSessions({ sessions: 0, subagents: 0 })).toBe('');
});
