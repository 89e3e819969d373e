/** Lower and upper end of an interval. */
export type Interval = { low: number; high: number };

export type Proportion = { hits: number; of: number };

/** Two-sided 95 % quantile of the normal distribution. */
const z95 = 1.959963984540054;

/**
 * Interval of a proportion by Wilson's score method, without continuity correction (E. B. Wilson, JASA 22, 1927).
 * `penalty` is z²/n: the squared quantile over the number of observations, or over the effective number if they are correlated.
 */
export const computeScoreInterval = (rate: number, penalty: number): Interval => {
  const center = rate + penalty / 2;
  const reach = Math.sqrt(Math.max(0, penalty * rate * (1 - rate)) + (penalty * penalty) / 4);
  const scale = 1 + penalty;
  return { low: Math.max(0, Math.min(rate, (center - reach) / scale)), high: Math.min(1, Math.max(rate, (center + reach) / scale)) };
};

/** 95 % interval of a proportion of independent observations by Wilson's score method; null without observations. */
export const computeWilson = ({ hits, of }: Proportion): Interval | null =>
  of > 0 ? computeScoreInterval(hits / of, (z95 * z95) / of) : null;

/** A proportion with its interval. */
export type ScoredRate = { rate: number; interval: Interval };

/**
 * Interval of `a` − `b` from their score intervals, within [−1, 1]. `correlation` is that of the two estimated proportions,
 * 0 if they are independent (R. G. Newcombe, Statistics in Medicine 17, 1998: 873-890 method 10, and 2635-2650 method 10 for pairs).
 */
export const computeScoreDifference = (a: ScoredRate, b: ScoredRate, correlation: number): Interval => {
  const difference = a.rate - b.rate;
  const combine = (first: number, second: number): number =>
    Math.sqrt(Math.max(0, first * first - 2 * correlation * first * second + second * second));
  return {
    low: Math.max(-1, difference - combine(a.rate - a.interval.low, b.interval.high - b.rate)),
    high: Math.min(1, difference + combine(a.interval.high - a.rate, b.rate - b.interval.low)),
  };
};

/** 95 % interval of `a` − `b`, all observations independent, by Newcombe's method 10; null if either has no observations. */
export const computeNewcombe = (a: Proportion, b: Proportion): Interval | null => {
  const [intervalA, intervalB] = [computeWilson(a), computeWilson(b)];
  if (!intervalA || !intervalB) return null;
  return computeScoreDifference({ rate: a.hits / a.of, interval: intervalA }, { rate: b.hits / b.of, interval: intervalB }, 0);
};
