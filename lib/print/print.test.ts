import { describe, expect, it } from 'vitest';
import { printBytes } from './bytes.ts';
import { printAgo, printDuration, printSpan, printTimeLeft } from './duration.ts';
import { printCost, printInterrupted, printMoney } from './money.ts';
import { printCompact, printCount, printCounted } from './number.ts';
import { printSessionCount } from './session-count.ts';
import { printShortId } from './short-id.ts';
import { printPercent, printShare } from './percent.ts';
import { printClock, printClockExact, printDay, printDayClock, printIso, printPeriod } from './time.ts';

describe('numbers', () => {
  it('prints counts in full, with groups', () => {
    expect([0, 12, 999, 1_284, 1_204_311, -1_284].map(printCount)).toEqual(['0', '12', '999', '1,284', '1,204,311', '−1,284']);
    expect(printCounted(1, 'call')).toBe('1 call');
    expect(printCounted(2_000, 'query', 'queries')).toBe('2,000 queries');
  });

  it('prints large amounts in short and never rounds across a unit', () => {
    expect([0, 412, 999, 9_100, 44_000, 99_950, 248_300, 999_499].map(printCompact)).toEqual([
      '0',
      '412',
      '999',
      '9.1 k',
      '44.0 k',
      '100 k',
      '248 k',
      '999 k',
    ]);
    expect([999_500, 1_420_000, 14_230_000, 142_300_000, 999_500_000, 3.2e12].map(printCompact)).toEqual([
      '1.00 M',
      '1.42 M',
      '14.2 M',
      '142 M',
      '1.00 G',
      '3.20 T',
    ]);
  });
});

it.each([
  [12, 30, '12 sessions and 30 subagents'],
  [1, 0, '1 session'],
  [0, 1, '1 subagent'],
  [0, 0, '0 sessions'],
])('counts %i sessions and %i subagents', (own, subagents, printed) => {
  expect(printSessionCount({ sessions: own + subagents, subagents })).toBe(printed);
});

describe('short ids', () => {
  it('keeps what tells ids apart', () => {
    expect(printShortId('7f3c9a1e-1111-4222-8333-944455556666')).toBe('7f3c9a1e');
    expect(printShortId('ses_tie_00001')).toBe('ses_…00001');
    expect(printShortId('ses_tie_00002')).toBe('ses_…00002');
    expect(printShortId('s154')).toBe('s154');
    expect(printShortId('umd6scqic34oknyxoiwaal35ex')).toBe('umd6scqi');
  });
});

describe('durations', () => {
  it('prints each scale', () => {
    const cases: [number, string][] = [
      [0, '<1 ms'],
      [0.6, '<1 ms'],
      [1, '1 ms'],
      [31, '31 ms'],
      [100, '0.1 s'],
      [7_400, '7.4 s'],
      [59_949, '59.9 s'],
      [59_950, '1 m'],
      [544_000, '9 m 04 s'],
      [1_300_000, '21 m 40 s'],
      [3_599_600, '1 h'],
      [13_320_000, '3 h 42 m'],
      [86_399_000, '1 d'],
      [183_600_000, '2 d 3 h'],
    ];
    for (const [ms, text] of cases) expect(printDuration(ms)).toBe(text);
  });

  it('knows no span between an instant and itself', () => {
    expect([null, 0, 31, 7_400].map(printSpan)).toEqual(['–', '–', '31 ms', '7.4 s']);
  });

  it('says what is left in whole seconds, never none', () => {
    expect([0, 1, 1_001, 15_200, 60_000, 124_001].map(printTimeLeft)).toEqual(['1 s', '1 s', '2 s', '16 s', '1 m', '2 m 05 s']);
  });

  it('prints how long ago', () => {
    expect([0, 12_000, 120_000, 10_800_000, 86_400_000, 432_000_000].map(printAgo)).toEqual([
      'now',
      '12 s ago',
      '2 min ago',
      '3 h ago',
      '1 day ago',
      '5 days ago',
    ]);
  });
});

describe('sizes, money, shares', () => {
  it('prints bytes by thousands', () => {
    expect([0, 812, 2_900, 41_700_000, 88_000_000, 999_600, 1.9e9, 5e15].map(printBytes)).toEqual([
      '0 B',
      '812 B',
      '2.9 kB',
      '41.7 MB',
      '88.0 MB',
      '1.0 MB',
      '1.9 GB',
      '5000 TB',
    ]);
  });

  it('prints dollars', () => {
    expect([0, 0.001, 0.34, 38.2, 999.999, 1_204.4].map(printMoney)).toEqual(['$0.00', '<$0.01', '$0.34', '$38.20', '$1,000', '$1,204']);
  });

  it('prints shares that never claim all or none', () => {
    expect([0, 0.0001, 0.107, 0.9999, 1].map(printPercent)).toEqual(['0 %', '<0.1 %', '10.7 %', '99.9 %', '100 %']);
    expect(printShare(1, 0)).toBe('–');
    expect(printShare(18, 168)).toBe('10.7 %');
  });
});

describe('times', () => {
  const at = new Date(2026, 10, 20, 13, 7, 48, 4).getTime();

  it('prints local clock and day', () => {
    expect(printClock(at)).toBe('13:07');
    expect(printClockExact(at)).toBe('13:07:48.004');
    expect(printDay(at, at)).toBe('Nov 20');
    expect(printDay(at, new Date(2027, 5, 1).getTime())).toBe('Nov 20, 2026');
    expect(printDayClock(at, at)).toBe('Nov 20, 13:07');
    expect(printPeriod(at, at, at)).toBe('Nov 20, 13:07');
    expect(printPeriod(at, at + 60_000, at)).toBe('Nov 20, 13:07 to 13:08');
    expect(printPeriod(at, at + 24 * 3_600_000, at)).toBe('Nov 20, 13:07 to Nov 21, 13:07');
    expect(printIso(0)).toBe('1970-01-01T00:00:00.000Z');
  });
});

it('prints a cost as at least what is known where a request was interrupted, and what that may add', () => {
  expect([printCost({ costUsd: 0.25, interruptedUsd: null }), printInterrupted({ interruptedUsd: null })]).toEqual(['$0.25', []]);
  const interrupted = { costUsd: 0.25, interruptedUsd: 0.1 };
  expect([printCost(interrupted), printInterrupted(interrupted)]).toEqual(['≥ $0.25', ['up to $0.10 for an interrupted request']]);
  expect(printCost({ ...interrupted, costUsd: null })).toBe('–');
});

it('prints the unknown as a dash everywhere', () => {
  const printers = [
    printCount,
    printCompact,
    printDuration,
    printAgo,
    printBytes,
    printMoney,
    printPercent,
    printClock,
    printClockExact,
    printIso,
  ];
  for (const print of printers) expect(print(null)).toBe('–');
  expect(printDay(null, 0)).toBe('–');
  expect(printDayClock(null, 0)).toBe('–');
});
