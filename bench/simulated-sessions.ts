import type { Prng } from '../db/demo/prng.ts';
import type { Cluster } from '../lib/stats/weighted-ratio.ts';

/** The turns of one session: each call draws the value of the next one. */
export type DrawTurn = () => number;

/** A metric in a population of sessions whose turns correlate by `icc` (0 to below 1), with its true mean per turn. */
export type Population = { name: string; mean: number; isProportion: boolean; start(prng: Prng): DrawTurn };

const drawNormal = (prng: Prng): number => Math.sqrt(-2 * Math.log(1 - prng.next())) * Math.cos(2 * Math.PI * prng.next());

/** Beta-binomial turns, 0 or 1, from Pólya's urn: the rate of a session is beta-distributed, and its turns correlate by exactly `icc`. */
export const makeCompletions = (rate: number, icc: number): Population => ({
  name: `completion ${rate}, ICC ${icc}`,
  mean: rate,
  isProportion: true,
  start: (prng) => {
    let [hits, drawn] = [0, 0];
    return () => {
      // With M = (1 − icc) / icc balls in the urn at first, all divided by M so that icc may be 0.
      const weight = icc / (1 - icc);
      const hit = prng.chance((rate + hits * weight) / (1 + drawn * weight)) ? 1 : 0;
      hits += hit;
      drawn += 1;
      return hit;
    };
  },
});

/** Logarithms of durations: normal with a normal session effect, standard deviation 1 over all turns. */
export const makeLogDurations = (mean: number, icc: number): Population => ({
  name: `log duration, ICC ${icc}`,
  mean,
  isProportion: false,
  start: (prng) => {
    const session = mean + Math.sqrt(icc) * drawNormal(prng);
    return () => session + Math.sqrt(1 - icc) * drawNormal(prng);
  },
});

/**
 * Counts such as iterations: log-normal with skewness 2.3 (σ = 0.6) and a session effect, rounded up or down at random so that the mean
 * stays.
 */
export const makeCounts = (mean: number, icc: number): Population => {
  const sigma = 0.6;
  return {
    name: `count ${mean}, ICC ${icc}`,
    mean,
    isProportion: false,
    start: (prng) => {
      const session = Math.sqrt(icc) * drawNormal(prng);
      return () => Math.floor(mean * Math.exp(sigma * (session + Math.sqrt(1 - icc) * drawNormal(prng)) - sigma ** 2 / 2) + prng.next());
    },
  };
};

/** Tool errors: none in most sessions, and `mean` per turn, geometrically distributed, in a `share` of them. */
export const makeRareErrors = (share: number, mean: number): Population => ({
  name: `errors in ${100 * share} % of sessions`,
  mean: share * mean,
  isProportion: false,
  start: (prng) => {
    const isFaulty = prng.chance(share);
    return () => {
      let errors = 0;
      while (isFaulty && !prng.chance(1 / (1 + mean))) errors += 1;
      return errors;
    };
  },
});

/** At least 1 turn, on average `mean`, geometrically distributed: many short sessions and a few long ones. */
export const drawTurnCount = (prng: Prng, mean: number): number => {
  let count = 1;
  while (!prng.chance(1 / mean)) count += 1;
  return count;
};

export const drawCluster = (n: number, draw: DrawTurn): Cluster => {
  let sum = 0;
  for (let turn = 0; turn < n; turn += 1) sum += draw();
  return { n, sum };
};
