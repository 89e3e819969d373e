import computeTCdf from '@stdlib/stats-base-dists-t-cdf';
import computeTQuantile from '@stdlib/stats-base-dists-t-quantile';
import { toPValue } from './p-value.ts';
import { computeScoreDifference, computeScoreInterval, type Interval } from './proportion.ts';
import { computeWeightedRatio, type Cluster, type WeightedRatio } from './weighted-ratio.ts';

/** A value per turn over `n` turns of `clusters` sessions, with its 95 % interval; null if the interval is unknown. */
export type Estimate = { value: number; n: number; clusters: number; interval: Interval | null };

/** The turns of one session in two groups; null in a group where it has none. In an experiment, one of both is always null. */
export type Pair = { a: Cluster | null; b: Cluster | null };

/**
 * `difference` is b − a, per turn. Interval (95 %), two-sided p-value and standard error are null if the data says nothing about chance.
 */
export type Comparison = { difference: number; interval: Interval | null; pValue: number | null; standardError: number | null };

const toInterval = (low: number, high: number): Interval | null => (Number.isFinite(low) && Number.isFinite(high) ? { low, high } : null);

/** Two-sided 95 % quantile of Student's t. */
const computeT95 = (degrees: number): number => computeTQuantile(0.975, degrees);

const computeTwoSidedP = (t: number, degrees: number): number => toPValue(2 * computeTCdf(-Math.abs(t), degrees));

/**
 * Quantile of a studentized mean whose estimate has skewness `skew`, by Hall's transformation, where it is further out than the quantile
 * `t` of a symmetric one: the skewness of few sessions is too uncertain to make an interval shorter (P. Hall, JRSS B 54, 1992).
 */
const computeSkewedQuantile = (t: number, skew: number): number => {
  if (Math.abs(skew) < 1e-6) return t;
  const transformed = (3 / skew) * (Math.cbrt(1 + skew * (t - skew / 6)) - 1);
  return t > 0 ? Math.max(t, transformed) : Math.min(t, transformed);
};

/**
 * Mean per turn whose unit of independence is the session, with a t interval that is longer toward the side of the long tail if sessions
 * are skewed. Null without turns; no interval with fewer than 2 sessions, or if all sessions have the same mean, which says nothing about
 * the next session.
 */
export const estimateMean = (clusters: readonly Cluster[]): Estimate | null => {
  const ratio = computeWeightedRatio(clusters);
  return ratio && toMeanEstimate(ratio);
};

/** `estimateMean` of a ratio that is known already. */
export const toMeanEstimate = ({ value, n, clusters, variance, degrees, influence }: WeightedRatio): Estimate => {
  if (variance === 0) return { value, n, clusters, interval: null };
  const standardError = Math.sqrt(variance);
  const skew = influence.reduce((sum, one) => sum + (one / standardError) ** 3, 0);
  const t = computeT95(degrees);
  const interval = toInterval(
    value - standardError * computeSkewedQuantile(t, skew),
    value - standardError * computeSkewedQuantile(-t, skew),
  );
  return { value, n, clusters, interval };
};

/**
 * How many independent turns say as much as these correlated ones: n over the design effect (E. L. Korn and B. I. Graubard, Survey
 * Methodology 24, 1998). It may exceed n by chance: simulated intervals cover too often if it is limited to n. The effective number of
 * sessions if all of them agree, as the design effect is then unknown.
 */
const computeEffectiveSize = ({ value, effectiveClusters, variance }: WeightedRatio): number => {
  const ofOneTurn = value * (1 - value);
  return variance > 0 && ofOneTurn > 0 ? ofOneTurn / variance : effectiveClusters;
};

/**
 * Proportion of turns with Wilson's interval for the effective sample size and the t quantile, within [0, 1] (N. Dean and M. Pagano,
 * Journal of Survey Statistics and Methodology 3, 2015). `sum` counts the turns that have the property. Null without turns; no interval
 * with fewer than 2 sessions. It is too narrow if fewer than about 5 effective turns of the rarer outcome are expected.
 */
export const estimateProportion = (clusters: readonly Cluster[]): Estimate | null => {
  const ratio = computeWeightedRatio(clusters);
  if (!ratio) return null;
  const { value, n, clusters: count } = ratio;
  if (count < 2) return { value, n, clusters: count, interval: null };
  const t = computeT95(ratio.variance > 0 ? ratio.degrees : count - 1);
  const interval = computeScoreInterval(value, (t * t) / computeEffectiveSize(ratio));
  return { value, n, clusters: count, interval };
};

/** Their difference, 0 if it is only a rounding error. */
const subtract = (a: number, b: number): number => (Math.abs(a - b) <= 1e-12 * (Math.abs(a) + Math.abs(b)) ? 0 : a - b);

/** What is left of a comparison if the data says nothing about chance. */
const toUncertain = (difference: number): Comparison => ({ difference, interval: null, pValue: null, standardError: null });

type Both = { a: WeightedRatio; b: WeightedRatio; variance: number; covariance: number; degrees: number };

/**
 * Both groups with the variance of b − a from the joint influence of each session, so that what a session adds to both groups cancels.
 * Degrees of freedom by Welch and Satterthwaite: they are Welch's if no session is in both groups, and those of the paired t-test if all
 * are, with as many turns each.
 */
const computeBoth = (pairs: readonly Pair[]): Both | null => {
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
  return { a, b, variance, covariance, degrees: Math.max(1, sum ** 2 / squares) };
};

/** By how much the mean of a group that was estimated from the same sessions reduces its degrees of freedom: k/(k−1) for k of one size. */
const computeLost = ({ variance, degrees, expected }: WeightedRatio): number =>
  variance > 0 ? 1 / (degrees * expected.reduce((total, value) => total + (value / variance) ** 2, 0)) : 1;

/**
 * Difference b − a of means per turn. Null if a group has no turns; without interval if a group has fewer than 2 sessions, or if the
 * sessions do not vary.
 */
export const compareMeans = (pairs: readonly Pair[]): Comparison | null => {
  const both = computeBoth(pairs);
  if (!both) return null;
  const difference = both.b.value - both.a.value;
  if (!Number.isFinite(difference)) return null;
  const standardError = Math.sqrt(both.variance);
  if (both.a.clusters < 2 || both.b.clusters < 2 || !(standardError > 0)) return toUncertain(difference);
  const reach = computeT95(both.degrees) * standardError;
  return {
    difference,
    interval: toInterval(difference - reach, difference + reach),
    pValue: computeTwoSidedP(difference / standardError, both.degrees),
    standardError,
  };
};

/**
 * Difference b − a of the means of logarithms, for skewed values such as durations: sums are sums of natural logarithms. exp of the
 * difference, and of the ends of the interval, is a ratio of geometric means, b to a.
 */
export const compareLogMeans = (pairs: readonly Pair[]): Comparison | null => compareMeans(pairs);

/**
 * Difference b − a of proportions of turns by Newcombe's method 10, from score intervals of the effective sample sizes and with the
 * correlation that sessions in both groups cause. The p-value inverts the interval: it is under 0.05 where the interval excludes 0.
 * Null if a group has no turns; without interval if a group has fewer than 2 sessions.
 */
export const compareProportions = (pairs: readonly Pair[]): Comparison | null => {
  const both = computeBoth(pairs);
  if (!both) return null;
  const { a, b, variance, covariance } = both;
  const difference = b.value - a.value;
  // If every session has the same difference, the variance says nothing, though the groups vary.
  const isUncertain = variance === 0 && a.variance + b.variance > 0;
  if (a.clusters < 2 || b.clusters < 2 || isUncertain) return toUncertain(difference);
  const degrees = variance > 0 ? both.degrees : Math.min(a.clusters, b.clusters) - 1;
  const [sizeA, sizeB] = [computeEffectiveSize(a), computeEffectiveSize(b)];
  const correlation = a.variance > 0 && b.variance > 0 ? covariance / Math.sqrt(a.variance) / Math.sqrt(b.variance) : 0;
  const computeAt = (t: number): Interval =>
    computeScoreDifference(
      { rate: b.value, interval: computeScoreInterval(b.value, (t * t) / sizeB) },
      { rate: a.value, interval: computeScoreInterval(a.value, (t * t) / sizeA) },
      correlation,
    );
  return {
    difference,
    interval: computeAt(computeT95(degrees)),
    pValue: difference === 0 ? 1 : invert((t) => computeAt(t)[difference > 0 ? 'low' : 'high'] * difference <= 0, degrees),
    standardError: variance > 0 ? Math.sqrt(variance) : null,
  };
};

/** The two-sided p-value of the smallest t at which an interval includes 0. */
const invert = (includesZero: (t: number) => boolean, degrees: number): number => {
  let [low, high] = [0, 1];
  while (high < 1e6 && !includesZero(high)) [low, high] = [high, high * 2];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (includesZero(middle)) high = middle;
    else low = middle;
  }
  return computeTwoSidedP(high, degrees);
};
