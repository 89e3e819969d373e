import computeNormalCdf from '@stdlib/stats-base-dists-normal-cdf';
import { computeGaussLegendre } from './gauss-legendre.ts';

/**
 * Distance of quadrature nodes in standard deviations of the step between two looks. The rule errs by about exp(−2π² / distance²), which
 * is below 1e-13 here.
 */
const nodeDistance = 0.8;

/** Paths further from their expected place, in standard deviations, are left out: less than 1e-16 of them. */
const maxDeviation = 8.5;

/**
 * Probability that Brownian motion with `drift`, from time 0 to 1, is outside ±`boundaries[k]` standard errors at one of equally spaced
 * looks, by recursive numerical integration of the density of paths that are still inside (P. Armitage, C. K. McPherson and B. C. Rowe,
 * JRSS A 132, 1969; C. Jennison and B. W. Turnbull, Group Sequential Methods, 2000, chapter 19). `drift` is the expected z value at the
 * last look.
 */
export const computeBoundaryCrossing = (boundaries: readonly number[], drift: number): number => {
  const step = 1 / boundaries.length;
  const deviation = Math.sqrt(step);
  // At first, all paths are at 0. Each look spreads them, and takes out those beyond its edge.
  let places: readonly number[] = [0];
  let masses: readonly number[] = [1];
  let crossed = 0;
  for (const [at, boundary] of boundaries.entries()) {
    const [spread, center] = [Math.sqrt((at + 1) * step), drift * (at + 1) * step];
    const edge = boundary * spread;
    for (const [from, place] of places.entries()) {
      const expected = place + drift * step;
      crossed += (masses[from] ?? 0) * (computeNormalCdf(-edge, expected, deviation) + computeNormalCdf(-edge, -expected, deviation));
    }
    const [low, high] = [Math.max(-edge, center - maxDeviation * spread), Math.min(edge, center + maxDeviation * spread)];
    if (low >= high) break;
    const half = (high - low) / 2;
    const { nodes, weights } = computeGaussLegendre(Math.max(24, Math.ceil((half * Math.PI) / (nodeDistance * deviation))));
    const [before, weighed] = [places, masses];
    places = nodes.map((node) => (low + high) / 2 + node * half);
    masses = places.map((place, to) => {
      let density = 0;
      for (const [from, start] of before.entries()) {
        const distance = (place - start - drift * step) / deviation;
        density += (weighed[from] ?? 0) * Math.exp(-0.5 * distance * distance);
      }
      return (density * half * (weights[to] ?? 0)) / (deviation * Math.sqrt(2 * Math.PI));
    });
  }
  return Math.min(1, Math.max(0, crossed));
};
