import { computeBoundaryCrossing } from './boundary-crossing.ts';
import { computeBoundary, minArmSessions, tuneRho } from './confidence-sequence.ts';

type Design = { rho: number; alpha: number; looks: number };

/** Beyond this many standard errors every boundary is crossed. */
const maxDrift = 64;

const computeCrossing = (drift: number, n: number, { rho, alpha, looks }: Design): number =>
  computeBoundaryCrossing(
    Array.from({ length: looks }, (_, at) => computeBoundary((n * rho * rho * (at + 1)) / looks, alpha)),
    Math.min(drift, maxDrift),
  );

/** The expected z value after `n` sessions at which the sequence decides with probability `power`. */
const findDrift = (power: number, n: number, design: Design): number => {
  let [low, high] = [0, 4];
  while (high < maxDrift && computeCrossing(high, n, design) < power) [low, high] = [high, 2 * high];
  while (high - low > 1e-4) {
    const middle = (low + high) / 2;
    if (computeCrossing(middle, n, design) < power) low = middle;
    else high = middle;
  }
  return high;
};

const isPositive = (...values: readonly number[]): boolean => values.every((value) => value > 0 && Number.isFinite(value));

/**
 * Probability that a confidence sequence excludes 0 at one of `looks` equally spaced looks up to `n` sessions, if the effect is `effect`;
 * with effect 0, the probability of a false decision. `sd` as in `Effect`. Null unless sd, n, rho and looks are positive.
 */
export const computeSequentialPower = (input: { effect: number; sd: number; n: number } & Design): number | null => {
  const { effect, sd, n, rho, looks } = input;
  if (!isPositive(sd, n, rho, looks) || !Number.isFinite(effect)) return null;
  return computeCrossing((Math.abs(effect) / sd) * Math.sqrt(n), n, input);
};

/**
 * Sessions over both arms after which an effect has been seen with probability `power` (in (0, 1)), by a sequence whose rho is tuned for
 * them. At least twice `minArmSessions`. Null if effect or sd is 0 or not finite.
 */
export const planSampleSize = (input: { effect: number; sd: number; power: number; alpha: number; looks: number }): number | null => {
  const { effect, sd, power, alpha, looks } = input;
  const size = Math.abs(effect) / sd;
  if (!isPositive(sd, size, looks)) return null;
  // The power of a tuned sequence depends on the drift alone, so that one search is enough.
  const n = Math.ceil((findDrift(power, 1, { rho: tuneRho(1, alpha), alpha, looks }) / size) ** 2);
  return Number.isFinite(n) ? Math.max(2 * minArmSessions, n) : null;
};

/**
 * The smallest effect that `n` sessions show with probability `power` (in (0, 1)), in units of `sd`'s metric. Null unless sd, n, rho and
 * looks are positive.
 */
export const findSmallestEffect = (input: { sd: number; n: number; power: number } & Design): number | null => {
  const { sd, n, rho, looks, power } = input;
  return isPositive(sd, n, rho, looks) ? (findDrift(power, n, input) * sd) / Math.sqrt(n) : null;
};
