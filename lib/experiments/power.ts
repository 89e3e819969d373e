import { minArmSessions } from '../stats/confidence-sequence.ts';
import { findSmallestEffect, planSampleSize } from '../stats/sequential-power.ts';
import { alpha } from './measure-effect.ts';

const power = 0.8;
/** Looks that power is computed for. The sequence allows any number. */
const looks = 20;

/** Small enough for the sessions that it needs to have many digits. */
const unitEffect = 0.001;
let unitSessions: number | null = null;

/** Sessions over both arms that show an effect with a probability of 80 %. Null if effect or sd is 0 or not finite. */
export const planSize = (effect: number, sd: number): number | null => {
  // Takes a tenth of a second, and sessions grow as (sd / effect)².
  unitSessions ??= planSampleSize({ effect: unitEffect, sd: 1, power, alpha, looks });
  const size = Math.abs(effect) / sd;
  if (unitSessions === null || !(size > 0 && Number.isFinite(size))) return null;
  const sessions = Math.ceil(unitSessions * (unitEffect / size) ** 2);
  return Number.isSafeInteger(sessions) ? Math.max(2 * minArmSessions, sessions) : null;
};

/** Known effects for sd 1, by sessions and rho: every look at a page asks for the same figures. */
const known = new Map<string, number | null>();
const maxKnown = 1_000;

/** The smallest effect that `n` sessions show with a probability of 80 %, on the scale of `sd`. Null if sd, n or rho is not positive. */
export const findVisible = ({ sd, n, rho }: { sd: number; n: number; rho: number }): number | null => {
  const key = `${n} ${rho}`;
  if (known.size >= maxKnown) known.clear();
  if (!known.has(key)) known.set(key, findSmallestEffect({ sd: 1, n, power, rho, alpha, looks }));
  const unit = known.get(key) ?? null;
  return unit === null || !(sd > 0) ? null : unit * sd;
};
