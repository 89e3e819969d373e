import { describe, expect, it } from 'vitest';
import { toDistributionData, toDistributionRows } from './to-distribution.ts';

describe('a distribution', () => {
  it('has shares of each group, whose sizes differ, and an open last bin', () => {
    const rows = toDistributionRows('iterations', [
      { from: 0, to: 1, a: 1, b: 0 },
      { from: 1, to: 5, a: 3, b: 5 },
      { from: 5, to: 10, a: 0, b: 5 },
    ]);
    expect(rows.map(({ label }) => label)).toEqual(['0', '1–5', '≥ 5']);
    expect(rows.map(({ a, b }) => [a, b])).toEqual([
      [0.25, 0],
      [0.75, 0.5],
      [0, 0.5],
    ]);
    expect(toDistributionData(rows, 'Iterations', { a: 'none', b: 'used' }).rows[1]?.[2]).toEqual({ value: 0.75, text: '75.0 %' });
  });

  it('knows no shares of an empty group', () => {
    const rows = toDistributionRows('completed', [
      { from: 0, to: 0.5, a: 2, b: 0 },
      { from: 0.5, to: 1, a: 2, b: 0 },
    ]);
    expect(rows.map(({ label, b }) => [label, b])).toEqual([
      ['no', null],
      ['yes', null],
    ]);
  });
});
