import { describe, expect, it } from 'vitest';
import { findLast, toTrendAxis, toTrendData, toTrendRows } from './to-trend.ts';

const fromMs = new Date(2026, 10, 2).getTime();
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
      { fromMs, a: 0.6, aBand: [0.4, 0.75], aN: 12, b: 0.5, bBand: null, bN: 3 },
      { fromMs: fromMs + 604_800_000, a: 0.6, aBand: [0.4, 0.75], aN: 12, b: null, bBand: null, bN: 0 },
    ]);
    expect(findLast(toTrendRows(trend), 'b')).toBe(0.5);
    expect(findLast([], 'b')).toBeNull();
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
      '9 Nov',
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
