import { makePrng, type Prng } from '../db/demo/prng.ts';
import { compareMeans, compareProportions, estimateMean, estimateProportion } from '../lib/stats/clustered.ts';
import { estimateMedian } from '../lib/stats/median.ts';
import type { Pair } from '../lib/stats/paired-ratios.ts';
import type { Interval } from '../lib/stats/proportion.ts';
import { atLeast, atMost, type Figure } from './figure.ts';
import { drawCluster, drawTurnCount, makeCompletions, makeCounts, makeLogDurations, type Population } from './simulated-sessions.ts';

/** One simulated population and number of sessions; `draw` gives the interval of one set, which should include `truth` in 95 % of sets. */
type Scenario = { name: string; truth: number; draw(prng: Prng): Interval | null | undefined };

const sessionCounts = [12, 20, 40, 120];
const correlations = [0, 0.1, 0.3, 0.5];
const turnsPerSession = 6;

const cross = <A, B, C>(a: readonly A[], b: readonly B[], c: readonly C[]): [A, B, C][] =>
  a.flatMap((one) => b.flatMap((two) => c.map((three): [A, B, C] => [one, two, three])));

const drawMany = <Item>(count: number, draw: () => Item): Item[] => Array.from({ length: count }, draw);

const drawSessions = (prng: Prng, population: Population, count: number) =>
  drawMany(count, () => drawCluster(drawTurnCount(prng, turnsPerSession), population.start(prng)));

/**
 * Whether at least 10 effective turns of the rarer outcome are expected, the textbook condition for intervals of proportions, with the
 * design effect of geometrically distributed session lengths. With 5 to 10, coverage was 92.7 to 97.6 %; with fewer, 86 to 99 %.
 */
const isCommon = (sessions: number, turns: number, rate: number, icc: number): boolean =>
  ((sessions * turns) / (1 + icc * (2 * turns - 2))) * Math.min(rate, 1 - rate) >= 10;

/** Sessions of which a share `overlap` has turns in both groups, as cohorts have; b's turns are changed ones of the same session. */
const drawPairs = (prng: Prng, population: Population, sessions: number, overlap: number, change: (value: number) => number): Pair[] => {
  const turns = turnsPerSession / 2;
  return drawMany(Math.round((sessions * 2) / (1 + overlap)), () => {
    const draw = population.start(prng);
    const [inBoth, inA] = [prng.chance(overlap), prng.chance(0.5)];
    return {
      a: inBoth || inA ? drawCluster(drawTurnCount(prng, turns), draw) : null,
      b: inBoth || !inA ? drawCluster(drawTurnCount(prng, turns), () => change(draw())) : null,
    };
  });
};

const overlaps = [0, 0.5, 1];

const scenarios: Record<string, Scenario[]> = {
  estimateProportion: cross(sessionCounts, correlations, [0.5, 0.7, 0.85])
    .filter(([sessions, icc, rate]) => isCommon(sessions, turnsPerSession, rate, icc))
    .map(([sessions, icc, rate]) => {
      const population = makeCompletions(rate, icc);
      return {
        name: `${population.name}, ${sessions} sessions`,
        truth: rate,
        draw: (prng) => estimateProportion(drawSessions(prng, population, sessions))?.interval,
      };
    }),
  estimateMean: cross(sessionCounts, correlations, [makeCounts, makeLogDurations]).map(([sessions, icc, make]) => {
    const population = make(5, icc);
    return {
      name: `${population.name}, ${sessions} sessions`,
      truth: 5,
      draw: (prng) => estimateMean(drawSessions(prng, population, sessions))?.interval,
    };
  }),
  estimateMedian: cross(sessionCounts, correlations, [makeLogDurations]).map(([sessions, icc, make]) => {
    const population = make(0, icc);
    const drawValues = (prng: Prng): number[] => {
      const draw = population.start(prng);
      return drawMany(drawTurnCount(prng, turnsPerSession), () => Math.exp(draw()));
    };
    return {
      name: `duration, ICC ${icc}, ${sessions} sessions`,
      truth: 1,
      draw: (prng) => estimateMedian(drawMany(sessions, () => drawValues(prng)))?.interval,
    };
  }),
  compareProportions: cross(sessionCounts, correlations, cross([0.6, 0.85], overlaps, [0.9]))
    .filter(([sessions, icc, [rate]]) => isCommon(sessions, turnsPerSession / 2, rate, icc))
    .map(([sessions, icc, [rate, overlap, kept]]) => {
      const population = makeCompletions(rate, icc);
      return {
        name: `${population.name}, ${sessions} sessions a group, ${overlap} in both`,
        truth: rate * (kept - 1),
        draw: (prng) =>
          compareProportions(drawPairs(prng, population, sessions, overlap, (value) => (prng.chance(kept) ? value : 0)))?.interval,
      };
    }),
  compareMeans: cross(sessionCounts, correlations, overlaps).map(([sessions, icc, overlap]) => {
    const population = makeCounts(5, icc);
    return {
      name: `${population.name}, ${sessions} sessions a group, ${overlap} in both`,
      truth: 0.5,
      draw: (prng) => compareMeans(drawPairs(prng, population, sessions, overlap, (value) => value + (prng.chance(0.5) ? 1 : 0)))?.interval,
    };
  }),
  compareMeansOfLogs: cross(sessionCounts, correlations, overlaps).map(([sessions, icc, overlap]) => {
    const population = makeLogDurations(0, icc);
    return {
      name: `${population.name}, ${sessions} sessions a group, ${overlap} in both`,
      truth: 0.1,
      draw: (prng) => compareMeans(drawPairs(prng, population, sessions, overlap, (value) => 1.5 * value + 0.1))?.interval,
    };
  }),
};

/** The share of `sets` intervals that include the truth. A set without interval counts as a miss. */
const measureOne = (scenario: Scenario, sets: number, seed: number): number => {
  const prng = makePrng(seed);
  let covered = 0;
  for (let set = 0; set < sets; set += 1) {
    const interval = scenario.draw(prng);
    if (interval && interval.low <= scenario.truth && scenario.truth <= interval.high) covered += 1;
  }
  return covered / sets;
};

/**
 * Coverage of nominal 95 % intervals over `sets` simulated sets for each population, or for one of several: the lowest and the highest of
 * each method, with its population.
 */
export const measureCoverage = (sets: number, { oneOf }: { oneOf: number } = { oneOf: 1 }): Figure[] =>
  Object.entries(scenarios).flatMap(([method, all]) => {
    const measured = all
      .map((scenario, index) => ({ scenario, seed: index + 1 }))
      .filter(({ seed }) => seed % oneOf === 0)
      .map(({ scenario, seed }) => ({ name: scenario.name, percent: 100 * measureOne(scenario, sets, seed) }))
      .toSorted((a, b) => a.percent - b.percent);
    const [lowest, highest] = [measured[0], measured.at(-1)];
    if (!lowest || !highest) return [];
    return [
      atLeast(`${method}, lowest of ${measured.length}: ${lowest.name}`, lowest.percent, 93, '%'),
      atMost(`${method}, highest of ${measured.length}: ${highest.name}`, highest.percent, 97, '%'),
    ];
  });
