import { describe, expect, it } from 'vitest';
import { findLast, printPeriod, toTrendAxis, toTrendData, toTrendRows } from './to-trend.ts';

const fromMs = Date.UTC(2026, 10, 2);
const estimate = { value: 0.6, n: 12, clusters: 5, interval: { low: 0.4, high: 0.75 } };
const trend = {
  unit: 'week' as const,
  points: [
    { from: fromMs, a: estimate, b: { ...estimate, value: 0.5, n: 3, interval: null } },
    { from: fromMs + 604_800_000, a: estimate, b: null },
  ],
};

describe('a trend', () => {
  it('becomes rows with gaps where nothing is known', () => {
    expect(toTrendRows(trend)).toEqual([
      { fromMs, gapYears: null, a: 0.6, aBand: [0.4, 0.75], aN: 12, b: 0.5, bBand: null, bN: 3 },
      { fromMs: fromMs + 604_800_000, gapYears: null, a: 0.6, aBand: [0.4, 0.75], aN: 12, b: null, bBand: null, bN: 0 },
    ]);
    expect(findLast(toTrendRows(trend), 'b')).toBe(0.5);
    expect(findLast([], 'b')).toBeNull();
  });

  it('names the years that it leaves out', () => {
    const rows = toTrendRows({ unit: 'month', points: [{ from: 0, a: estimate, b: null }, ...trend.points] });
    expect(rows.map(({ gapYears }) => gapYears)).toEqual([null, 57, null, null]);
    expect(rows[1]).toMatchObject({ a: null, aBand: null, b: null });
  });

  it('names a period by the calendar of UTC, which is the one that it begins in', () => {
    expect(printPeriod(Date.UTC(2026, 8, 28), 'week', fromMs)).toBe('Sep 28');
    expect(printPeriod(Date.UTC(2025, 5, 1), 'month', fromMs)).toBe('Jun 2025');
  });

  it('has an axis of time in steps as on a clock, and cuts bands that would press the lines flat', () => {
    const minutes = (value: number, high: number) => ({ ...estimate, value: value * 60_000, interval: { low: 0, high: high * 60_000 } });
    const points = [
      { from: fromMs, a: minutes(5, 100), b: null },
      { from: fromMs + 1, a: minutes(4, 6), b: null },
    ];
    const { high, ticks } = toTrendAxis('duration', toTrendRows({ unit: 'week', points }));
    expect(ticks.map((tick) => tick / 60_000)).toEqual([0, 5, 10, 15]);
    expect(high).toBe(15 * 60_000);
  });

  it('has an axis that holds its bands; counts begin at 0', () => {
    const rows = toTrendRows(trend);
    const { low, high } = toTrendAxis('completed', rows);
    expect(low).toBeLessThanOrEqual(0.4);
    expect(high).toBeGreaterThanOrEqual(0.75);
    expect(toTrendAxis('iterations', rows).low).toBe(0);
    expect(toTrendAxis('completed', []).high).toBe(1);
  });

  it('has a table with a dash for the unknown', () => {
    const { columns, rows } = toTrendData('completed', trend, { a: 'none', b: 'used' }, fromMs);
    expect(columns).toHaveLength(9);
    expect(rows[1]?.map((cell) => (typeof cell === 'string' ? cell : cell.text))).toEqual([
      'Nov 9',
      '60.0 %',
      '40.0 %',
      '75.0 %',
      '12',
      '–',
      '–',
      '–',
      '0',
    ]);
  });
});
