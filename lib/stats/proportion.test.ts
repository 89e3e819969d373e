import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeNewcombe, computeScoreDifference, computeWilson, type Interval } from './proportion.ts';

const rounded = (interval: Interval | null) => interval && [interval.low.toFixed(4), interval.high.toFixed(4)];

it('gives the intervals that Newcombe published for one proportion', () => {
  // Statistics in Medicine 17 (1998), 857-872, table I, method 3.
  expect(rounded(computeWilson({ hits: 81, of: 263 }))).toEqual(['0.2553', '0.3662']);
  expect(rounded(computeWilson({ hits: 15, of: 148 }))).toEqual(['0.0624', '0.1605']);
  expect(rounded(computeWilson({ hits: 0, of: 20 }))).toEqual(['0.0000', '0.1611']);
  expect(rounded(computeWilson({ hits: 1, of: 29 }))).toEqual(['0.0061', '0.1718']);
});

it('gives the intervals that Newcombe published for a difference', () => {
  // Statistics in Medicine 17 (1998), 873-890, table II, method 10.
  expect(rounded(computeNewcombe({ hits: 56, of: 70 }, { hits: 48, of: 80 }))).toEqual(['0.0524', '0.3339']);
  expect(rounded(computeNewcombe({ hits: 9, of: 10 }, { hits: 3, of: 10 }))).toEqual(['0.1705', '0.8090']);
});

it("gives the interval of Newcombe's formula for pairs", () => {
  // Statistics in Medicine 17 (1998), 2635-2650, method 10: both 36, first only 12, second only 2, neither 0. Worked in Python from the
  // paper's formula: φ = −0.114707867, interval 0.056929584 to 0.340427603.
  const [first, second] = [computeWilson({ hits: 48, of: 50 }), computeWilson({ hits: 38, of: 50 })];
  if (!first || !second) throw new Error('50 observations have an interval');
  const correlation = (36 * 0 - 12 * 2) / Math.sqrt(48 * 2 * 38 * 12);
  const interval = computeScoreDifference({ rate: 48 / 50, interval: first }, { rate: 38 / 50, interval: second }, correlation);
  expect(rounded(interval)).toEqual(['0.0569', '0.3404']);
});

it('knows nothing of nothing, and holds the rate otherwise', () => {
  expect(computeWilson({ hits: 0, of: 0 })).toBeNull();
  expect(computeNewcombe({ hits: 0, of: 0 }, { hits: 1, of: 2 })).toBeNull();
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (of, share) => {
      const hits = Math.round(of * share);
      const { low, high } = computeWilson({ hits, of }) ?? { low: Number.NaN, high: Number.NaN };
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(1);
      expect(low).toBeLessThanOrEqual(hits / of);
      expect(high).toBeGreaterThanOrEqual(hits / of);
    }),
  );
});
