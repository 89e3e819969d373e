import { expect, test } from 'vitest';
import type { HistoryEntry } from '@/lib/domain/triage.ts';
import { printWhen, toHistoryWords } from './history-words.ts';

const dayMs = 86_400_000;
const entry = (more: Partial<HistoryEntry>): HistoryEntry => ({
  seq: 1,
  changeId: 'c',
  kind: 'create',
  from: null,
  to: 'open',
  note: null,
  by: 'mara',
  atMs: 0,
  observations: 1,
  observationId: 'o',
  sessionId: null,
  callIndex: null,
  otherId: null,
  ...more,
});
const printWords = (one: HistoryEntry, all: HistoryEntry[] = [one]) => {
  const { lead, tail } = toHistoryWords(one, all);
  return `${lead}${tail}`;
};

test('a regression says how long after the fix', () => {
  const fix = entry({ seq: 2, kind: 'resolve', from: 'open', to: 'fixed', atMs: dayMs });
  const back = entry({ seq: 3, kind: 'regress', from: 'fixed', to: 'regressed', atMs: 6.5 * dayMs });
  expect(printWords(back, [back, fix])).toBe('Regressed: returned 5 d after the fix,');
  expect(toHistoryWords(back, [back, fix]).isRegression).toBe(true);
  const corrected = entry({ seq: 3, kind: 'resolve', from: 'fixed', to: 'fixed', atMs: 5 * dayMs });
  expect(printWords(corrected)).toBe('Note edited');
  expect(printWords({ ...back, seq: 4 }, [corrected, fix])).toBe('Regressed: returned 5 d after the fix,');
  expect(printWords(back, [back])).toBe('Regressed: returned');
});

test('each step has its words, with how many it changed', () => {
  expect(printWords(entry({}))).toBe('Opened');
  expect(printWords(entry({ to: 'false_positive' }))).toBe('Found, stays false positive');
  expect(printWords(entry({ kind: 'acknowledge', to: 'acknowledged', observations: 3 }))).toBe('Acknowledged, 3 observations');
  expect(printWords(entry({ kind: 'resolve', to: 'wont_fix' }))).toBe('Resolved as won’t fix');
  expect(printWords(entry({ kind: 'undo', to: 'open' }))).toBe('Undone: open again');
  expect(printWords(entry({ kind: 'escalate', from: 'open' }))).toBe('Severity increased');
  expect(printWords(entry({ kind: 'carry_from', to: 'false_positive' }))).toBe('Carried over from an earlier finding: false positive');
  expect(printWords(entry({ kind: 'carry_to', to: 'stale' }))).toBe('Carried over to a newer finding');
  expect(printWords(entry({ kind: 'withdraw', to: 'stale' }))).toBe('No longer found by its observer');
});

test('today the time of day is enough', () => {
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 5).getTime();
  expect(printWhen(at(22, 9), at(22, 23))).toBe('09:05');
  expect(printWhen(at(21, 23), at(22, 1))).toBe('Nov 21, 23:05');
  expect(printWhen(at(22, 9), new Date(2027, 10, 22).getTime())).toBe('Nov 22, 2026, 09:05');
});
