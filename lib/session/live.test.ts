import { expect, it } from 'vitest';
import { computeLiveness, isMarkedEnded } from './live.ts';

const nowMs = 100_000_000;
const [minuteMs, hourMs] = [60_000, 3_600_000];
const session = { lastRecordAtMs: nowMs - 6 * minuteMs, synthetic: false, openCallAtMs: null, markedEndedAtMs: null };
const waiting = { ...session, openCallAtMs: nowMs - 6 * minuteMs };

it.each<[string, Partial<typeof waiting> | object, boolean | null, string]>([
  ['a record within two minutes', { lastRecordAtMs: nowMs - 119_999 }, null, 'live'],
  ['a record in the future', { lastRecordAtMs: nowMs + minuteMs }, false, 'live'],
  ['a record of two minutes ago', { lastRecordAtMs: nowMs - 120_000 }, null, 'over'],
  ['no record with a time', { lastRecordAtMs: null }, null, 'over'],
  ['silence, and an agent that may do something else', session, true, 'over'],
  ['an open call, and no process known', waiting, null, 'silent'],
  ['an open call, and a process that exists', waiting, true, 'live'],
  ['an open call, and a process that is gone', waiting, false, 'over'],
  ['a call that has been open for a day', { ...waiting, openCallAtMs: nowMs - 24 * hourMs }, true, 'over'],
  ['a demo session', { ...waiting, lastRecordAtMs: nowMs, synthetic: true }, true, 'over'],
  ['a session marked as ended', { lastRecordAtMs: nowMs - minuteMs, markedEndedAtMs: nowMs }, true, 'over'],
  ['a record behind the mark', { lastRecordAtMs: nowMs, markedEndedAtMs: nowMs - 1 }, null, 'live'],
])('knows whether a session goes on: %s', (_, over, agentRuns, expected) => {
  expect(computeLiveness({ ...session, ...over }, agentRuns, nowMs)).toBe(expected);
});

it('marks a session without times as ended, too', () => {
  expect([
    isMarkedEnded({ lastRecordAtMs: null, markedEndedAtMs: 1 }),
    isMarkedEnded({ lastRecordAtMs: null, markedEndedAtMs: null }),
  ]).toEqual([true, false]);
});
