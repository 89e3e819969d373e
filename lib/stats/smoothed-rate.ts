import computeBetaQuantile from '@stdlib/stats-base-dists-beta-quantile';
import type { Interval, Proportion } from './proportion.ts';

/** Rate expected before counting, held as firmly as `weight` observations. */
export type Prior = { rate: number; weight: number };

/** `value` is the posterior mean, in (0, 1). */
export type SmoothedRate = { value: number; interval: Interval };

/**
 * A rate drawn toward a prior rate, with its 95 % credible interval: the posterior of a beta prior (A. Gelman et al., Bayesian Data
 * Analysis, 3rd ed. 2013, section 2.4). Few observations change the prior a little, many replace it. At least half an observation of
 * either kind is expected, which without weight is Jeffreys' prior: no rate is certain.
 *
 * `hits` may have a fraction, where an observation is itself a share. A share varies at most as much as a hit or miss with the same mean, so
 * the interval is rather too wide than too narrow.
 */
export const smoothRate = ({ hits, of }: Proportion, { rate, weight }: Prior): SmoothedRate => {
  const a = hits + Math.max(0.5, rate * weight);
  const b = of - hits + Math.max(0.5, (1 - rate) * weight);
  return { value: a / (a + b), interval: { low: computeBetaQuantile(0.025, a, b), high: computeBetaQuantile(0.975, a, b) } };
};
