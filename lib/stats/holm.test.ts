import fc from 'fast-check';
import { expect, it } from 'vitest';
import { adjustHolm } from './holm.ts';

it('gives published adjusted p-values', () => {
  // The example of https://en.wikipedia.org/wiki/Holm–Bonferroni_method. By hand: 4 · 0.005, 3 · 0.01, 2 · 0.03, and 0.04, which may not be
  // less than the one before.
  expect(adjustHolm([0.01, 0.04, 0.03, 0.005]).map((p) => p?.toFixed(3))).toEqual(['0.030', '0.060', '0.060', '0.020']);
});

it('keeps unknown p-values unknown, and does not count them', () => {
  expect(adjustHolm([])).toEqual([]);
  expect(adjustHolm([null, 0.02, null])).toEqual([null, 0.02, null]);
});

it('keeps the order of p-values, and stays between each and its Bonferroni bound', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }), (pValues) => {
      const adjusted = adjustHolm(pValues).map((p) => p ?? Number.NaN);
      for (const [at, p] of pValues.entries()) {
        expect(adjusted[at]).toBeGreaterThanOrEqual(p);
        expect(adjusted[at]).toBeLessThanOrEqual(Math.min(1, p * pValues.length));
        for (const [other, q] of pValues.entries()) if (p < q) expect(adjusted[at]).toBeLessThanOrEqual(adjusted[other] ?? Number.NaN);
      }
    }),
  );
});
