import fc from 'fast-check';
import { expect, it } from 'vitest';
import { smoothRate } from './smoothed-rate.ts';

it('gives the published posterior of a uniform prior', () => {
  // A. Gelman et al., Bayesian Data Analysis, 3rd ed. 2013, section 2.4: of 980 births with placenta previa 437 were girls; posterior mean
  // 0.446, central 95 % interval 0.415 to 0.477.
  const { value, interval } = smoothRate({ hits: 437, of: 980 }, { rate: 0.5, weight: 2 });
  expect(value.toFixed(3)).toBe('0.446');
  expect([interval.low.toFixed(3), interval.high.toFixed(3)]).toEqual(['0.415', '0.477']);
});

it('starts at the prior, and is drawn toward it', () => {
  const prior = { rate: 0.7, weight: 10 };
  expect(smoothRate({ hits: 0, of: 0 }, prior).value).toBeCloseTo(0.7, 12);
  // Beta(10, 20); SciPy: beta.ppf([0.025, 0.975], 10, 20).
  const { value, interval } = smoothRate({ hits: 3, of: 20 }, prior);
  expect(value).toBeCloseTo(1 / 3, 12);
  expect(interval.low).toBeCloseTo(0.17938365, 7);
  expect(interval.high).toBeCloseTo(0.50832335, 7);
});

it('counts fractions of an observation', () => {
  // Beta(3.25, 5.75); SciPy: beta.ppf([0.025, 0.975], 3.25, 5.75).
  const { value, interval } = smoothRate({ hits: 2.25, of: 7 }, { rate: 0.5, weight: 2 });
  expect(value).toBeCloseTo(3.25 / 9, 12);
  expect(interval.low).toBeCloseTo(0.10159693, 7);
  expect(interval.high).toBeCloseTo(0.67858844, 7);
});

it('is certain of no rate', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e7 }),
      fc.constantFrom(0, 0.001, 0.5, 1),
      fc.constantFrom(0, 0.3, 1),
      fc.constantFrom(0, 1, 50),
      (of, share, rate, weight) => {
        const { value, interval } = smoothRate({ hits: Math.round(of * share), of }, { rate, weight });
        expect(value).toBeGreaterThan(0);
        expect(value).toBeLessThan(1);
        expect(interval.low).toBeGreaterThan(0);
        expect(interval.low).toBeLessThan(interval.high);
        expect(interval.high).toBeLessThanOrEqual(1);
      },
    ),
  );
});
