import { computeWorkingVariance } from './working-variance.ts';

/** The turns of one session in one group, for one metric: how many have a known value, and the sum of those. */
export type Cluster = { n: number; sum: number };

/**
 * Σsum / Σn over clusters with its variance and the degrees of freedom of that. `influence` and `expected` have one value per input, 0 for
 * null: what the cluster adds to the deviation of `value` from the truth, whose squares sum to `variance`, and those squares as a model
 * expects them. Both are empty, and `variance` and `degrees` 0, if the clusters say nothing about chance.
 */
export type WeightedRatio = {
  value: number;
  n: number;
  clusters: number;
  /** Clusters of one size that say as much, (Σn)² / Σn² (L. Kish, Survey Sampling, 1965). */
  effectiveClusters: number;
  variance: number;
  degrees: number;
  influence: readonly number[];
  expected: readonly number[];
};

/** Below this share of its terms, a residual is a rounding error of a cluster that lies exactly on the ratio. */
const roundingError = 1e-12;

const isCounted = (cluster: Cluster | null): cluster is Cluster => cluster !== null && cluster.n > 0;

/**
 * The ratio of sums with its linearization variance, c · Σ(sumᵢ − value · nᵢ)² / (Σn)² (W. G. Cochran, Sampling Techniques, 3rd ed. 1977,
 * section 6.3, without the correction for a finite population). c is k/(k−1) for k clusters of one size, and larger if they differ
 * (`computeWorkingVariance`). Null if no cluster has turns, or if sums are too large to compute with.
 */
export const computeWeightedRatio = (clusters: readonly (Cluster | null)[]): WeightedRatio | null => {
  const counted = clusters.filter(isCounted);
  const n = counted.reduce((total, cluster) => total + cluster.n, 0);
  const value = counted.reduce((total, { sum }) => total + sum, 0) / n;
  if (!Number.isFinite(value)) return null;
  const effectiveClusters = 1 / counted.reduce((total, cluster) => total + (cluster.n / n) ** 2, 0);
  const plain = { value, n, clusters: counted.length, effectiveClusters, variance: 0, degrees: 0, influence: [], expected: [] };
  const residuals = counted.map((cluster) => {
    const expected = value * cluster.n;
    const residual = cluster.sum - expected;
    return Math.abs(residual) <= roundingError * (Math.abs(cluster.sum) + Math.abs(expected)) ? 0 : residual / n;
  });
  if (residuals.every((residual) => residual === 0)) return plain;
  const working = computeWorkingVariance(
    counted.map((cluster) => cluster.n),
    residuals,
  );
  if (!working) return plain;
  const { correction, degrees, shares } = working;
  const scale = Math.sqrt(correction);
  const variance = residuals.reduce((total, residual) => total + (scale * residual) ** 2, 0);
  if (!(variance > 0)) return plain;
  if (!Number.isFinite(variance)) return null;
  let at = -1;
  const spread = clusters.map((cluster) => (isCounted(cluster) ? (at += 1) : -1));
  return {
    ...plain,
    variance,
    degrees,
    influence: spread.map((index) => scale * (residuals[index] ?? 0)),
    expected: spread.map((index) => variance * (shares[index] ?? 0)),
  };
};
