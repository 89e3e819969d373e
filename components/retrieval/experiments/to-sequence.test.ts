import { describe, expect, it } from 'vitest';
import { toSequenceAxis, toSequenceData, toSequenceRows } from './to-sequence.ts';

const atMs = new Date(2026, 10, 3, 9, 5).getTime();
const look = (sessions: number, effect: number, half: number | null) => ({
  atMs,
  sessions,
  effect,
  interval: half === null ? null : { low: effect - half, high: effect + half },
});

describe('a confidence sequence', () => {
  it('is drawn look by look, without a band where there is no interval', () => {
    expect(toSequenceRows([look(4, 0.1, null), look(60, 0.04, 0.1)])).toEqual([
      { sessions: 4, effect: 0.1, band: null, atMs },
      { sessions: 60, effect: 0.04, band: [0.04 - 0.1, 0.04 + 0.1], atMs },
    ]);
  });

  it('has an axis around zero for its newest interval: early ones are cut', () => {
    const { low, high, ticks } = toSequenceAxis([look(20, 0.3, 4), look(60, 0.04, 0.1), look(99, 0.04, 0.08)], 0.08);
    expect(low).toBe(-high);
    expect(high).toBeGreaterThanOrEqual(0.12);
    expect(high).toBeLessThan(1);
    expect(ticks).toContain(0);
  });

  it('holds the effects of the first looks as well, as far as intervals', () => {
    const looks = [look(6, 0.5, null), look(60, 0.05, 0.23), look(99, 0.04, 0.22), look(105, 0.04, 0.22)];
    expect(toSequenceAxis(looks, 0.15).high).toBeGreaterThanOrEqual(0.5);
    expect(toSequenceAxis([look(6, 9, null), ...looks.slice(1)], 0.15).high).toBeLessThan(1);
    expect(toSequenceAxis([look(6, 0.5, null), look(9, 0.1, null)], 0.15).high).toBeGreaterThanOrEqual(0.5);
  });

  it('has an axis before there is any interval', () => {
    expect(toSequenceAxis([], 0.08).high).toBeGreaterThanOrEqual(0.08);
  });

  it('has a table with the unknown as a dash', () => {
    expect(toSequenceData('completed', [look(4, 0.1, null)], atMs).rows).toEqual([
      [{ value: 4, text: '4' }, 'Nov 3, 09:05', { value: 0.1, text: '+10.0' }, { value: null, text: '–' }, { value: null, text: '–' }],
    ]);
  });
});
