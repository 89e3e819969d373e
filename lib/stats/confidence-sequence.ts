import { toPValue } from './p-value.ts';
import type { Interval } from './proportion.ts';

/** An effect with the standard deviation of its `n` influence values, one per session (`Effect`). */
export type SequenceInput = { effect: number; sd: number | null; n: number };

/**
 * Sessions with known values that each arm needs before a sequence may decide, as its guarantee is asymptotic. Chosen by simulated A/A
 * experiments with 20 looks (bench/statistics-experiments.ts): of 24 populations with correlated turns, the worst stops wrongly in 5.6 % of
 * experiments with a minimum of 10, 3.1 % with 20 and 2.3 % with 30.
 */
export const minArmSessions = 30;

const isUsable = (input: SequenceInput): input is SequenceInput & { sd: number } =>
  input.sd !== null && input.sd > 0 && Number.isFinite(input.sd) && input.n > 0 && Number.isFinite(input.effect);

/**
 * nρ² at which the boundary is narrowest: x = nρ² solves x = log((x + 1) / α²), where the derivative of the margin is 0. The paper
 * writes the solution with Lambert's W₋₁.
 */
const computeTunedTime = (alpha: number): number => {
  let time = -2 * Math.log(alpha);
  for (let step = 0; step < 200; step += 1) time = Math.log1p(time) - 2 * Math.log(alpha);
  return time;
};

/** ρ whose sequence is narrowest at `plannedN` sessions over both arms. `alpha` is in (0, 1). Choose it before the first look. */
export const tuneRho = (plannedN: number, alpha: number): number => Math.sqrt(computeTunedTime(alpha) / Math.max(1, plannedN));

/**
 * How many standard errors from 0 an effect must be to be decided at nρ² = `time`: the boundary of a normal mixture over Brownian motion.
 */
export const computeBoundary = (time: number, alpha: number): number =>
  Math.sqrt(((time + 1) / time) * (Math.log1p(time) - 2 * Math.log(alpha)));

/**
 * Interval of an asymptotic confidence sequence: over all looks together, however many, it misses the true effect with probability `alpha`
 * at most (I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy and A. Ramdas, Annals of Statistics 52, 2024, theorem 2.2). Null if `sd` is
 * unknown.
 */
export const computeConfidenceSequence = (input: SequenceInput, { alpha, rho }: { alpha: number; rho: number }): Interval | null => {
  if (!isUsable(input)) return null;
  const { effect, sd, n } = input;
  const reach = (sd / Math.sqrt(n)) * computeBoundary(n * rho * rho, alpha);
  return Number.isFinite(effect - reach) && Number.isFinite(effect + reach) ? { low: effect - reach, high: effect + reach } : null;
};

/**
 * The smallest alpha at which the confidence sequence excludes 0, at most 1: valid at every look, if rho is not changed between looks. Null
 * if `sd` is unknown.
 */
export const computeAlwaysValidP = (input: SequenceInput, { rho }: { rho: number }): number | null => {
  if (!isUsable(input)) return null;
  const z = (input.effect / input.sd) * Math.sqrt(input.n);
  const time = input.n * rho * rho;
  const logP = Math.log1p(time) / 2 - ((time / (time + 1)) * z * z) / 2;
  return toPValue(Math.exp(logP));
};
