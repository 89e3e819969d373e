import computeTCdf from '@stdlib/stats-base-dists-t-cdf';
import computeTQuantile from '@stdlib/stats-base-dists-t-quantile';
import { toPValue } from './p-value.ts';
import { computeCorrelation, computePairedRatios, type Pair } from './paired-ratios.ts';
import { computeScoreDifference, computeScoreInterval, type Interval } from './proportion.ts';
import { computeWeightedRatio, type Cluster, type WeightedRatio } from './weighted-ratio.ts';

/** A value per turn over `n` turns of `clusters` sessions, with its 95 % interval; null if the interval is unknown. */
export type Estimate = { value: number; n: number; clusters: number; interval: Interval | null };

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

/** Comparison without interval and p-value, for data that says nothing about chance. */
const toUncertain = (difference: number): Comparison => ({ difference, interval: null, pValue: null, standardError: null });

/**
 * Difference b − a of means per turn. Where sums are of natural logarithms, exp of it, and of the ends of the interval, is a ratio of
 * geometric means, b to a. Null if a group has no turns; without interval if a group has fewer than 2 sessions, or if the
 * sessions do not vary.
 */
export const compareMeans = (pairs: readonly Pair[]): Comparison | null => {
  const both = computePairedRatios(pairs);
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
 * Difference b − a of proportions of turns by Newcombe's method 10, from score intervals of the effective sample sizes and with the
 * correlation that sessions in both groups cause. The p-value inverts the interval: it is under 0.05 where the interval excludes 0.
 * Null if a group has no turns; without interval if a group has fewer than 2 sessions.
 */
export const compareProportions = (pairs: readonly Pair[]): Comparison | null => {
  const both = computePairedRatios(pairs);
  if (!both) return null;
  const { a, b, variance } = both;
  const difference = b.value - a.value;
  // If every session has the same difference, the variance says nothing, though the groups vary.
  const isUncertain = variance === 0 && a.variance + b.variance > 0;
  if (a.clusters < 2 || b.clusters < 2 || isUncertain) return toUncertain(difference);
  const degrees = variance > 0 ? both.degrees : Math.min(a.clusters, b.clusters) - 1;
  const [sizeA, sizeB] = [computeEffectiveSize(a), computeEffectiveSize(b)];
  const correlation = computeCorrelation(both);
  const computeAt = (t: number): Interval =>
    computeScoreDifference(
      { rate: b.value, interval: computeScoreInterval(b.value, (t * t) / sizeB) },
      { rate: a.value, interval: computeScoreInterval(a.value, (t * t) / sizeA) },
      correlation,
    );
  const excludesZero = (t: number): boolean => computeAt(t)[difference > 0 ? 'low' : 'high'] * difference > 0;
  const t95 = computeT95(degrees);
  return {
    difference,
    interval: computeAt(t95),
    pValue: difference === 0 ? 1 : computeTwoSidedP(findEdge(excludesZero, t95), degrees),
    standardError: variance > 0 ? Math.sqrt(variance) : null,
  };
};

/** The t at which an interval starts to include 0, on the side of `t95` that agrees with the 95 % interval. */
const findEdge = (excludesZero: (t: number) => boolean, t95: number): number => {
  let [low, high] = excludesZero(t95) ? [t95, 2 * t95] : [0, t95];
  while (high < 1e6 && excludesZero(high)) [low, high] = [high, high * 2];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (excludesZero(middle)) low = middle;
    else high = middle;
  }
  return high;
};
