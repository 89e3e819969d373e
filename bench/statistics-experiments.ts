import { makePrng, type Prng } from '../db/demo/prng.ts';
import { computeConfidenceSequence, minArmSessions, tuneRho } from '../lib/stats/confidence-sequence.ts';
import { estimateEffect, type ArmSession } from '../lib/stats/effect.ts';
import { planSampleSize } from '../lib/stats/sequential-power.ts';
import { atLeast, atMost, type Figure } from './figure.ts';
import {
  drawCluster,
  drawTurnCount,
  makeCompletions,
  makeCounts,
  makeLogDurations,
  makeRareErrors,
  type Population,
} from './simulated-sessions.ts';

const [alpha, looks, turnsPerSession, power] = [0.05, 20, 6, 0.8];

type Experiment = { control: Population; treatment: Population; share: number; sessions: number };

const drawSession = (prng: Prng, { control, treatment, share }: Experiment): ArmSession => {
  const arm = prng.chance(share) ? 'treatment' : 'control';
  const draw = (arm === 'treatment' ? treatment : control).start(prng);
  return { arm, ...drawCluster(drawTurnCount(prng, turnsPerSession), draw) };
};

/**
 * Runs one experiment and stops it at the first of 20 looks whose sequence excludes 0: the sign of the effect that it decided for, 0 if
 * none.
 */
const runExperiment = (prng: Prng, experiment: Experiment, minSessions: number): number => {
  const sessions: ArmSession[] = [];
  const rho = tuneRho(experiment.sessions, alpha);
  for (let look = 1; look <= looks; look += 1) {
    while (sessions.length < Math.round((experiment.sessions * look) / looks)) sessions.push(drawSession(prng, experiment));
    const effect = estimateEffect(sessions, experiment.share, experiment.control.isProportion);
    if (!effect || Math.min(effect.control.clusters, effect.treatment.clusters) < minSessions) continue;
    const interval = computeConfidenceSequence(effect, { alpha, rho });
    if (interval && interval.low > 0) return 1;
    if (interval && interval.high < 0) return -1;
  }
  return 0;
};

type Named = { name: string; experiment: Experiment };

const nameNull = (population: Population, share: number, sessions: number): Named => ({
  name: `${population.name}, ${sessions} sessions, ${100 * share} % treated`,
  experiment: { control: population, treatment: population, share, sessions },
});

/** Small arms in which few sessions, or none, have what is counted. */
const sparse: Named[] = [makeRareErrors(0.05, 2), makeRareErrors(0.2, 0.5), makeCounts(0.02, 0), makeCompletions(0.97, 0.3)].flatMap(
  (population) =>
    [
      { share: 0.5, sessions: 1_000 },
      { share: 0.2, sessions: 1_000 },
      { share: 0.1, sessions: 1_000 },
      { share: 0.05, sessions: 1_000 },
      { share: 0.05, sessions: 3_000 },
    ].map(({ share, sessions }) => nameNull(population, share, sessions)),
);

const usual: Named[] = [
  ...[0, 0.1, 0.3, 0.5].map((icc) => makeCompletions(0.7, icc)),
  makeCompletions(0.95, 0.3),
  makeCounts(5, 0.3),
  makeLogDurations(0, 0.5),
  makeCompletions(0.99, 0.3),
].flatMap((population) =>
  [
    { share: 0.5, sessions: 60 },
    { share: 0.5, sessions: 400 },
    { share: 0.2, sessions: 200 },
  ].map(({ share, sessions }) => nameNull(population, share, sessions)),
);

/** Shares of A/A experiments that any of 20 looks stops: the highest of all populations, and all of them together. In percent. */
export const measureFalseStops = (experiments: number, minSessions = minArmSessions): Figure[] => [
  ...measureStops('A/A', usual, experiments, minSessions),
  ...measureStops('A/A, small arms', sparse, experiments, minSessions),
];

const measureStops = (about: string, nulls: readonly Named[], experiments: number, minSessions: number): Figure[] => {
  const measured = nulls
    .map(({ name, experiment }, index) => {
      const prng = makePrng(100 + index);
      let stopped = 0;
      for (let run = 0; run < experiments; run += 1) if (runExperiment(prng, experiment, minSessions) !== 0) stopped += 1;
      return { name, percent: (100 * stopped) / experiments };
    })
    .toSorted((a, b) => b.percent - a.percent);
  const mean = measured.reduce((sum, { percent }) => sum + percent, 0) / measured.length;
  return [
    atMost(`${about}, wrong stops in 20 looks: worst (${measured[0]?.name ?? ''})`, measured[0]?.percent ?? 100, 100 * alpha, '%'),
    atMost(`${about}, wrong stops in 20 looks: mean of ${measured.length} populations`, mean, 100 * alpha, '%'),
  ];
};

/** The standard deviation of a session's influence, as a pilot of many sessions without effect would find it. */
const findSd = (prng: Prng, experiment: Experiment): number => {
  const pilot = Array.from({ length: 20_000 }, () => drawSession(prng, experiment));
  return estimateEffect(pilot, experiment.share, experiment.control.isProportion)?.sd ?? Number.NaN;
};

/** How often a 10-point effect is found, in its direction, with the sessions planned for a power of 80 %. In percent. */
export const measurePower = (experiments: number): Figure[] =>
  [0, 0.1, 0.3].flatMap((icc, index) => {
    const prng = makePrng(200 + index);
    const unplanned = { control: makeCompletions(0.65, icc), treatment: makeCompletions(0.75, icc), share: 0.5, sessions: 0 };
    const sd = findSd(prng, unplanned);
    const sessions = planSampleSize({ effect: 0.1, sd, power, alpha, looks }) ?? 0;
    let found = 0;
    for (let run = 0; run < experiments; run += 1) if (runExperiment(prng, { ...unplanned, sessions }, minArmSessions) > 0) found += 1;
    const percent = (100 * found) / experiments;
    const name = `10 points found, 80 % planned (ICC ${icc}, ${sessions} sessions)`;
    return [atLeast(name, percent, 100 * power - 5, '%'), atMost(name, percent, 100 * power + 5, '%')];
  });
