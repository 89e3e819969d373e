import { toPValue } from './p-value.ts';

/** At a smaller p-value, the assignment or the recording of sessions is broken, and the experiment has no verdict. */
export const sampleRatioAlarm = 0.001;

/** One session in the order of assignment. `x`, from 0 to 1: what may depend on the arm. */
type Tested = { isTreatment: boolean; x: number };

/**
 * Beta priors of the treatment's real share around the planned one: `toSessions`: how many sessions they are worth. The odds differ by a
 * factor of about 1.3, which is found soonest, or by any.
 */
const priors = [
  { weight: 3 / 4, toSessions: (share: number) => 1 / (share * (1 - share) * Math.log(1.3) ** 2) },
  { weight: 1 / 4, toSessions: () => 2 },
] as const;

/** Logarithms of the factors, up or down, by which the odds of being in treatment may change from an `x` of 0 to 1. */
const oddsFactors = [1.5, 3, 9, 80].flatMap((factor) => [Math.log(factor), -Math.log(factor)]);

const isShare = (share: number): boolean => share > 0 && share < 1;

/** The logarithm of Σ exp(logs). */
const addLogs = (logs: readonly number[]): number => {
  const most = Math.max(...logs);
  return most + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - most), 0));
};

/** Always valid: 1 / the most that a bet against the hypothesis was ever worth (J. Ville, 1939). */
const toAlwaysValidP = (logMost: number): number => toPValue(Math.exp(-Math.max(0, logMost)));

/**
 * Whether sessions were assigned with the planned share: a p-value that holds over all looks together, however many, and that never grows
 * with more sessions. It bets on each session's arm with what the sessions before it say, in a mixture of two beta priors around the plan
 * (M. Lindon and A. Malek, Anytime-valid inference for multinomial count data, NeurIPS 2022). `isTreatment`: of the sessions in the order of
 * assignment. Null without sessions, or if the share is not between 0 and 1.
 */
export const checkSampleRatio = (isTreatment: readonly boolean[], share: number): number | null => {
  if (isTreatment.length === 0 || !isShare(share)) return null;
  const sizes = priors.map(({ toSessions }) => toSessions(share));
  const logs = priors.map(({ weight }) => Math.log(weight));
  let [treated, most] = [0, 0];
  for (const [at, isOne] of isTreatment.entries()) {
    for (const [prior, size] of sizes.entries()) {
      const rate = (size * share + treated) / (size + at);
      logs[prior] = (logs[prior] ?? 0) + Math.log(isOne ? rate / share : (1 - rate) / (1 - share));
    }
    if (isOne) treated += 1;
    most = Math.max(most, addLogs(logs));
  }
  return toAlwaysValidP(most);
};

/**
 * Whether `x`, such as the share of a session's turns whose outcome is unknown, depends on the arm: a p-value that holds over all looks
 * together. Exact for any number of sessions, as arms are assigned at random: given `x`, a session is treated with the planned share, which
 * no bet beats that knows only `x` and the sessions before (A. Ramdas et al., Game-theoretic statistics and safe anytime-valid inference,
 * Statistical Science 38, 2023). Null without sessions, or if the share is not between 0 and 1.
 */
export const checkDependence = (sessions: readonly Tested[], share: number): number | null => {
  if (sessions.length === 0 || !isShare(share)) return null;
  const logs = oddsFactors.map(() => -Math.log(oddsFactors.length));
  let [sum, most] = [0, 0];
  for (const [at, { isTreatment, x }] of sessions.entries()) {
    // Against the mean so far, so that sessions without it bet as well where most have it.
    const centered = x - (at === 0 ? 0 : sum / at);
    sum += x;
    if (centered === 0) continue;
    for (const [bet, factor] of oddsFactors.entries()) {
      const odds = Math.exp(factor * centered);
      logs[bet] = (logs[bet] ?? 0) + Math.log((isTreatment ? odds : 1) / (share * odds + 1 - share));
    }
    most = Math.max(most, addLogs(logs));
  }
  return toAlwaysValidP(most);
};
