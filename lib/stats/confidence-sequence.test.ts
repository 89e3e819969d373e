import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeAlwaysValidP, computeBoundary, computeConfidenceSequence, tuneRho } from './confidence-sequence.ts';
import { computeGaussLegendre } from './gauss-legendre.ts';

it("has the margin of the paper's formula", () => {
  // √(2(tρ² + 1) / (t²ρ²) · log(√(tρ² + 1) / α)) of theorem 2.2, for t = 100, ρ² = 0.1, α = 0.05, with mpmath.
  const interval = computeConfidenceSequence({ effect: 2, sd: 1, n: 100 }, { alpha: 0.05, rho: Math.sqrt(0.1) });
  expect(interval?.low).toBeCloseTo(2 - 0.303781102142595, 12);
  expect(interval?.high).toBeCloseTo(2 + 0.303781102142595, 12);
});

it('ends where the mixture martingale reaches 1 / α', () => {
  // The mixture ∫ exp(λS − λ²n/2) dN(λ; 0, ρ²) by quadrature, at S = boundary · √n.
  const [n, rho, alpha] = [40, 0.3, 0.05];
  const sum = computeBoundary(n * rho * rho, alpha) * Math.sqrt(n);
  const { nodes, weights } = computeGaussLegendre(200);
  const edge = 12 * rho;
  const mixture = nodes.reduce((total, node, at) => {
    const lambda = node * edge;
    const density = Math.exp(-0.5 * (lambda / rho) ** 2) / (rho * Math.sqrt(2 * Math.PI));
    return total + (weights[at] ?? 0) * edge * density * Math.exp(lambda * sum - (lambda * lambda * n) / 2);
  }, 0);
  expect(mixture).toBeCloseTo(1 / alpha, 8);
});

it('is tuned as the paper does', () => {
  // ρ² = (−W₋₁(−α² / e) − 1) / t with mpmath's lambertw.
  expect(tuneRho(1, 0.05) ** 2).toBeCloseTo(8.21196806206825, 10);
  expect(tuneRho(500, 0.01) ** 2).toBeCloseTo(11.7563712224954 / 500, 12);
  expect(tuneRho(40, 0.1) ** 2).toBeCloseTo(6.63835206799381 / 40, 11);
  const tuned = tuneRho(200, 0.05);
  const width = (rho: number) => computeBoundary(200 * rho * rho, 0.05);
  expect(width(tuned)).toBeLessThan(width(tuned * 1.05));
  expect(width(tuned)).toBeLessThan(width(tuned / 1.05));
});

it('knows nothing without a deviation', () => {
  for (const sd of [null, 0, Number.NaN]) {
    expect(computeConfidenceSequence({ effect: 1, sd, n: 9 }, { alpha: 0.05, rho: 0.1 })).toBeNull();
    expect(computeAlwaysValidP({ effect: 1, sd, n: 9 }, { rho: 0.1 })).toBeNull();
  }
});

it('has a p-value that is the level at which the interval excludes 0', () => {
  const size = { min: 1e-6, max: 1e6, noNaN: true };
  fc.assert(
    fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.double(size), fc.integer({ min: 1, max: 1e6 }), (effect, sd, n) => {
      const rho = tuneRho(500, 0.05);
      const p = computeAlwaysValidP({ effect, sd, n }, { rho }) ?? Number.NaN;
      expect(p).toBeGreaterThan(0);
      expect(p).toBeLessThanOrEqual(1);
      for (const alpha of [0.01, 0.05, 0.2]) {
        const interval = computeConfidenceSequence({ effect, sd, n }, { alpha, rho });
        if (Math.abs(p - alpha) > 1e-9) expect(p < alpha).toBe(interval !== null && (interval.low > 0 || interval.high < 0));
      }
    }),
  );
});
