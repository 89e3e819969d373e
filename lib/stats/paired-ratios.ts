import { computeWeightedRatio, type Cluster, type WeightedRatio } from './weighted-ratio.ts';

/** The turns of one session in two groups; null in a group where it has none. In an experiment, one of both is always null. */
export type Pair = { a: Cluster | null; b: Cluster | null };

/** `covariance` is that of the two ratios; `shared` counts the sessions in both groups; `degrees` belong to `variance`, that of b − a. */
export type PairedRatios = { a: WeightedRatio; b: WeightedRatio; variance: number; covariance: number; degrees: number; shared: number };

/**
 * Both groups with the variance of b − a from the joint influence of each session, so that what a session adds to both groups cancels.
 * Degrees of freedom by Welch and Satterthwaite: they are Welch's if no session is in both groups, and those of the paired t-test if all
 * are, with as many turns each.
 */
export const computePairedRatios = (pairs: readonly Pair[]): PairedRatios | null => {
  const a = computeWeightedRatio(pairs.map((pair) => pair.a));
  const b = computeWeightedRatio(pairs.map((pair) => pair.b));
  if (!a || !b) return null;
  let [variance, covariance, expectedInBoth, varianceOfBoth] = [0, 0, 0, 0];
  const both = pairs.map((pair) => (pair.a?.n ?? 0) > 0 && (pair.b?.n ?? 0) > 0);
  for (const at of pairs.keys()) {
    const [influenceA, influenceB] = [a.influence[at] ?? 0, b.influence[at] ?? 0];
    const squared = subtract(influenceB, influenceA) ** 2;
    variance += squared;
    covariance += influenceA * influenceB;
    if (!both[at]) continue;
    varianceOfBoth += squared;
    expectedInBoth += (a.expected[at] ?? 0) + (b.expected[at] ?? 0);
  }
  const inBoth = expectedInBoth > 0 ? varianceOfBoth / expectedInBoth : 0;
  const [lostA, lostB] = [computeLost(a), computeLost(b)];
  let [sum, squares] = [0, 0];
  for (const at of pairs.keys()) {
    const [expectedA, expectedB] = [(a.expected[at] ?? 0) / variance, (b.expected[at] ?? 0) / variance];
    const expected = both[at] ? inBoth * (expectedA + expectedB) : expectedA + expectedB;
    sum += expected;
    squares += expected ** 2 * (both[at] ? Math.max(lostA, lostB) : expectedA > 0 ? lostA : lostB);
  }
  return { a, b, variance, covariance, degrees: Math.max(1, sum ** 2 / squares), shared: both.filter(Boolean).length };
};

/** By how much the mean of a group that was estimated from the same sessions reduces its degrees of freedom: k/(k−1) for k of one size. */
const computeLost = ({ variance, degrees, expected }: WeightedRatio): number =>
  variance > 0 ? 1 / (degrees * expected.reduce((total, value) => total + (value / variance) ** 2, 0)) : 1;

/** Their difference, 0 if it is only a rounding error. */
const subtract = (a: number, b: number): number => (Math.abs(a - b) <= 1e-12 * (Math.abs(a) + Math.abs(b)) ? 0 : a - b);

/**
 * Correlation of the two estimated proportions. If it is positive, which makes the interval shorter, it is reduced for few shared sessions:
 * two are always perfectly correlated and say nothing.
 */
export const computeCorrelation = ({ a, b, covariance, shared }: PairedRatios): number => {
  if (a.variance === 0 || b.variance === 0) return 0;
  const correlation = Math.max(-1, Math.min(1, covariance / Math.sqrt(a.variance) / Math.sqrt(b.variance)));
  return correlation > 0 ? (correlation * Math.max(0, shared - 2)) / Math.max(1, shared - 1) : correlation;
};
