import computeNormalCdf from '@stdlib/stats-base-dists-normal-cdf';
import { computeGaussLegendre } from './gauss-legendre.ts';

/**
 * Distance of quadrature nodes in standard deviations of the step between two looks. The rule errs by about exp(−2π² / distance²), which is
 * below 1e-13 here.
 */
const nodeDistance = 0.8;

/**
 * Probability that Brownian motion with `drift`, from time 0 to 1, is outside ±`boundaries[k]` standard errors at one of equally spaced looks,
 * by recursive numerical integration of the density of paths that are still inside (P. Armitage, C. K. McPherson and B. C. Rowe, JRSS A 132,
 * 1969; C. Jennison and B. W. Turnbull, Group Sequential Methods, 2000, chapter 19). `drift` is the expected z value at the last look.
 */
export const computeBoundaryCrossing = (boundaries: readonly number[], drift: number): number => {
  const looks = boundaries.length;
  if (looks === 0) return 0;
  const step = 1 / looks;
  const deviation = Math.sqrt(step);
  const edges = boundaries.map((boundary, at) => boundary * Math.sqrt((at + 1) * step));
  const { nodes, weights } = computeGaussLegendre(Math.max(24, Math.ceil((Math.max(...edges) * Math.PI) / (nodeDistance * deviation))));
  // Start: all paths at 0. Each look spreads them, and takes out those beyond its edge.
  let places: readonly number[] = [0];
  let masses: readonly number[] = [1];
  let crossed = 0;
  for (const edge of edges) {
    for (const [at, place] of places.entries()) {
      const center = place + drift * step;
      crossed += (masses[at] ?? 0) * (computeNormalCdf(-edge, center, deviation) + computeNormalCdf(-edge, -center, deviation));
    }
    const [from, before] = [places, masses];
    places = nodes.map((node) => node * edge);
    masses = places.map((place, to) => {
      let density = 0;
      for (const [at, start] of from.entries()) {
        const distance = (place - start - drift * step) / deviation;
        density += (before[at] ?? 0) * Math.exp(-0.5 * distance * distance);
      }
      return (density * edge * (weights[to] ?? 0)) / (deviation * Math.sqrt(2 * Math.PI));
    });
  }
  return Math.min(1, Math.max(0, crossed));
};
