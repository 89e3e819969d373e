import computeIncompleteGamma from '@stdlib/math-base-special-gammainc';
import { toPValue } from './p-value.ts';

/** `pValue` is the probability of at least this imbalance under the planned split. */
export type SampleRatio = { chiSquared: number; df: number; pValue: number };

/** At a smaller p-value, the assignment or the recording of sessions is broken, and the experiment has no verdict. */
export const sampleRatioAlarm = 0.001;

/**
 * Pearson's chi-squared test of the number of sessions per arm against the planned shares, which are scaled to sum to 1. Null with nothing
 * observed, fewer than 2 arms, or a share that is not positive.
 */
export const checkSampleRatio = (observed: readonly number[], shares: readonly number[]): SampleRatio | null => {
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const [total, whole] = [sum(observed), sum(shares)];
  if (observed.length !== shares.length || observed.length < 2 || shares.some((share) => !(share > 0)) || !(total > 0)) return null;
  const chiSquared = sum(
    shares.map((share, at) => {
      const expected = (total * share) / whole;
      return ((observed[at] ?? 0) - expected) ** 2 / expected;
    }),
  );
  const df = observed.length - 1;
  if (!Number.isFinite(chiSquared)) return null;
  // The upper tail itself: 1 − cdf is 0 below 1e-16.
  return { chiSquared, df, pValue: toPValue(computeIncompleteGamma(chiSquared / 2, df / 2, true, true)) };
};
