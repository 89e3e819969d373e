import { estimateProportion, type Estimate } from './clustered.ts';

/**
 * Median over all turns of sessions, each given by its known values, with Woodruff's 95 % interval (R. S. Woodruff, JASA 47, 1952): the
 * quantiles at the ends of the interval of the share of turns up to the median, which allows for turns of one session being correlated.
 * Null without values; no interval with fewer than 2 sessions.
 */
export const estimateMedian = (sessions: readonly (readonly number[])[]): Estimate | null => {
  const sorted = Float64Array.from(sessions.flat()).sort();
  const value = computeQuantile(sorted, 0.5);
  if (value === null || !Number.isFinite(value)) return null;
  // Half a turn for one that equals the median, so that the share is near one half where many do.
  const shares = sessions.map((values) => ({ n: values.length, sum: values.reduce((sum, one) => sum + countBelow(one, value), 0) }));
  const below = estimateProportion(shares);
  if (!below) return null;
  const { n, clusters, interval } = below;
  const [low, high] = interval ? [computeQuantile(sorted, interval.low), computeQuantile(sorted, interval.high)] : [null, null];
  return { value, n, clusters, interval: low === null || high === null ? null : { low, high } };
};

const countBelow = (one: number, value: number): number => (one < value ? 1 : one === value ? 0.5 : 0);

/**
 * Quantile of sorted values with linear interpolation (type 7 of R. J. Hyndman and Y. Fan, American Statistician 50, 1996); null without
 * any.
 */
const computeQuantile = (sorted: Float64Array, share: number): number | null => {
  const place = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return below === undefined || above === undefined ? null : below + (above - below) * (place - Math.floor(place));
};
