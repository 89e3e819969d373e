import fc from 'fast-check';
import { expect, it } from 'vitest';
import { estimateMedian } from './median.ts';

const toSingles = (values: readonly number[]): number[][] => values.map((value) => [value]);

it('gives quantiles at the ends of an interval of one half', () => {
  // 101 independent values: the score interval of one half with t(100) = 1.984 is 0.4049 to 0.5951, and quantiles of 0 to 100 are 100 times
  // a share. Half a value at the median reduces the variance by 1/101.
  const median = estimateMedian(toSingles(Array.from({ length: 101 }, (_, at) => at)));
  expect(median).toMatchObject({ value: 50, n: 101, clusters: 101 });
  expect(median?.interval?.low).toBeCloseTo(40.3, 0);
  expect((median?.interval?.low ?? 0) + (median?.interval?.high ?? 0)).toBeCloseTo(100, 8);
});

it('allows for turns of one session being equal', () => {
  const apart = estimateMedian(toSingles(Array.from({ length: 80 }, (_, at) => at)))?.interval;
  const equal = estimateMedian(Array.from({ length: 20 }, (_, at) => [4 * at, 4 * at, 4 * at, 4 * at]))?.interval;
  if (!apart || !equal) throw new Error('both have an interval');
  expect((equal.high - equal.low) / (apart.high - apart.low)).toBeGreaterThan(1.7);
});

it('knows nothing of nothing, and no interval of one session', () => {
  expect(estimateMedian([])).toBeNull();
  expect(estimateMedian([[], []])).toBeNull();
  expect(estimateMedian([[3, 1, 2]])).toEqual({ value: 2, n: 3, clusters: 1, interval: null });
});

it('gives an interval within the values', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { maxLength: 5 }), { maxLength: 8 }), (sessions) => {
      const median = estimateMedian(sessions);
      if (!median?.interval) return;
      expect(median.interval.low).toBeGreaterThanOrEqual(Math.min(...sessions.flat()));
      expect(median.interval.low).toBeLessThanOrEqual(median.value);
      expect(median.interval.high).toBeGreaterThanOrEqual(median.value);
      expect(median.interval.high).toBeLessThanOrEqual(Math.max(...sessions.flat()));
    }),
  );
});
