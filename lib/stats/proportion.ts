/** Lower and upper end of an interval; NaN where there is nothing to count. */
export type Interval = { low: number; high: number };

export type Proportion = { hits: number; of: number };

/** Two-sided 95 % quantile of the normal distribution. */
const z95 = 1.959963984540054;

/** 95 % interval of a proportion by Wilson's score method, without continuity correction (E. B. Wilson, JASA 22, 1927). */
export const computeWilson = ({ hits, of }: Proportion): Interval => {
  if (of === 0) return { low: Number.NaN, high: Number.NaN };
  const rate = hits / of;
  const squared = z95 * z95;
  const center = rate + squared / (2 * of);
  const reach = z95 * Math.sqrt((rate * (1 - rate)) / of + squared / (4 * of * of));
  const scale = 1 + squared / of;
  return { low: Math.max(0, (center - reach) / scale), high: Math.min(1, (center + reach) / scale) };
};

/** 95 % interval of `a` − `b`, independent of each other, from their Wilson intervals (R. G. Newcombe, Statistics in Medicine 17, 1998, method 10). */
export const computeNewcombe = (a: Proportion, b: Proportion): Interval => {
  const [rateA, rateB] = [a.hits / a.of, b.hits / b.of];
  const [wilsonA, wilsonB] = [computeWilson(a), computeWilson(b)];
  const difference = rateA - rateB;
  return {
    low: difference - Math.hypot(rateA - wilsonA.low, wilsonB.high - rateB),
    high: difference + Math.hypot(wilsonA.high - rateA, rateB - wilsonB.low),
  };
};
