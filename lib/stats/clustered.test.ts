import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makePrng } from '../../db/demo/prng.ts';
import { compareMeans, compareProportions, estimateMean, estimateProportion } from './clustered.ts';
import type { Pair } from './paired-ratios.ts';
import { computeNewcombe } from './proportion.ts';
import { computeWeightedRatio, type Cluster } from './weighted-ratio.ts';

const toClusters = (sizes: readonly number[], sums: readonly number[]): Cluster[] => sizes.map((n, at) => ({ n, sum: sums[at] ?? 0 }));
const toSingles = (values: readonly number[]): Cluster[] => values.map((sum) => ({ n: 1, sum }));
const separate = (a: readonly Cluster[], b: readonly Cluster[]): Pair[] => [
  ...a.map((cluster) => ({ a: cluster, b: null })),
  ...b.map((cluster) => ({ a: null, b: cluster })),
];

// R's data set sleep, after A. R. Cushny and A. R. Peebles (1905): hours of extra sleep of ten people with two drugs.
const sleep = {
  a: toSingles([0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2]),
  b: toSingles([1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]),
};
const sizes = [3, 8, 2, 12, 5, 7, 1, 9];

describe('one group', () => {
  it('has the published standard error for clusters of one size', () => {
    // S. L. Lohr, Sampling: Design and Analysis, 2nd ed. 2010, example 5.2: grade point averages of 5 suites of 4 students. She gives
    // 0.164 with the correction for a population of 100 suites.
    const suites = toClusters([4, 4, 4, 4, 4], [12.16, 11.36, 8.96, 12.96, 11.08]);
    const ratio = computeWeightedRatio(suites);
    expect(ratio?.value).toBeCloseTo(2.826, 10);
    expect(Math.sqrt((ratio?.variance ?? 0) * (1 - 5 / 100))).toBeCloseTo(0.164, 3);
    expect(ratio?.degrees).toBeCloseTo(4, 10);
  });

  it('has the standard error and degrees of freedom of explicit matrices for clusters of several sizes', () => {
    // Computed with NumPy from the definitions: moments by solving the 2 × 2 system, degrees from the traces of MΣ and MΣMΣ.
    const mean = computeWeightedRatio(toClusters(sizes, [5, 9, 4, 30, 6, 15, 1, 10]));
    expect(mean?.value).toBeCloseTo(1.702127659574468, 12);
    expect(Math.sqrt(mean?.variance ?? 0)).toBeCloseTo(0.3030428978704727, 12);
    expect(mean?.degrees).toBeCloseTo(3.680756384349348, 10);
    const share = computeWeightedRatio(toClusters(sizes, [2, 7, 1, 9, 4, 3, 1, 5]));
    expect(Math.sqrt(share?.variance ?? 0)).toBeCloseTo(0.06749165878760899, 12);
    expect(share?.degrees).toBeCloseTo(4.403817569586726, 10);
  });

  it('has the t interval of a mean, longer toward a long tail', () => {
    // SciPy: 1.7021 ± t(3.68) · 0.3030 is 0.8312 to 2.5731; Hall's transformation for the skewness 0.3235 moves the upper end to 3.4576.
    const { interval } = estimateMean(toClusters(sizes, [5, 9, 4, 30, 6, 15, 1, 10])) ?? {};
    expect(interval?.low).toBeCloseTo(0.8311690966435893, 7);
    expect(interval?.high).toBeCloseTo(3.4576407408612734, 6);
    // Symmetric: mean 3, standard deviation √2.5, t(4) = 2.776.
    const symmetric = estimateMean(toSingles([1, 2, 3, 4, 5]))?.interval;
    expect(symmetric?.low).toBeCloseTo(3 - 2.7764451051977934 * Math.sqrt(0.5), 8);
    expect(symmetric?.high).toBeCloseTo(3 + 2.7764451051977934 * Math.sqrt(0.5), 8);
  });

  it('has the Wilson interval of the effective sample size', () => {
    // SciPy: an effective size of 47.703 and t(4.404).
    const { interval } = estimateProportion(toClusters(sizes, [2, 7, 1, 9, 4, 3, 1, 5])) ?? {};
    expect(interval?.low).toBeCloseTo(0.4869853924263354, 7);
    expect(interval?.high).toBeCloseTo(0.8274185815423931, 7);
  });

  it('counts sessions as observations if all of them agree', () => {
    const all = estimateProportion(Array.from({ length: 20 }, () => ({ n: 10, sum: 10 })));
    expect(all?.interval?.high).toBe(1);
    // Wilson's lower end for 20 of 20 with t(19) = 2.093.
    expect(all?.interval?.low).toBeCloseTo(20 / (20 + 2.0930240544082634 ** 2), 8);
    expect(estimateMean(toSingles([3, 3, 3]))).toEqual({ value: 3, n: 3, clusters: 3, interval: null });
  });

  it('knows nothing of nothing, and no interval of one session', () => {
    expect(estimateMean([])).toBeNull();
    expect(estimateProportion([{ n: 0, sum: 0 }])).toBeNull();
    expect(estimateMean([{ n: 4, sum: 10 }])).toEqual({ value: 2.5, n: 4, clusters: 1, interval: null });
    expect(estimateProportion([{ n: 4, sum: 1 }])).toEqual({ value: 0.25, n: 4, clusters: 1, interval: null });
  });
});

describe('two groups', () => {
  it("gives Welch's test of R's sleep data", () => {
    // R: t.test(extra ~ group, data = sleep): t = -1.8608, df = 17.776, p-value = 0.07939, interval -3.3654832 to 0.2054832 (of a − b).
    const welch = compareMeans(separate(sleep.a, sleep.b));
    expect(welch?.difference).toBeCloseTo(1.58, 10);
    expect(welch?.pValue).toBeCloseTo(0.07939, 5);
    expect(welch?.interval?.low).toBeCloseTo(-0.2054832, 6);
    expect(welch?.interval?.high).toBeCloseTo(3.3654832, 6);
    expect((welch?.difference ?? 0) / (welch?.standardError ?? 0)).toBeCloseTo(1.8608, 4);
  });

  it("gives the paired test of R's sleep data for sessions in both groups", () => {
    // R: t.test(Pair(extra.1, extra.2) ~ 1): t = -4.0621, df = 9, p-value = 0.002833, interval -2.4598858 to -0.7001142.
    const paired = compareMeans(sleep.a.map((a, at) => ({ a, b: sleep.b[at] ?? null })));
    expect(paired?.pValue).toBeCloseTo(0.002833, 6);
    expect(paired?.interval?.low).toBeCloseTo(0.7001142, 6);
    expect(paired?.interval?.high).toBeCloseTo(2.4598858, 6);
  });

  it('agrees with a bootstrap of whole sessions that are in one or both groups', () => {
    const prng = makePrng(5);
    const pairs = Array.from({ length: 150 }, (): Pair => {
      const session = prng.next() * 4;
      const draw = (shift: number): Cluster => {
        const n = prng.int(1, 9);
        return { n, sum: n * (session + shift + prng.next()) };
      };
      const [a, b] = [prng.chance(0.7) ? draw(0) : null, prng.chance(0.7) ? draw(1) : null];
      return { a, b };
    });
    const differences = Array.from({ length: 4_000 }, () => {
      const total = { a: { n: 0, sum: 0 }, b: { n: 0, sum: 0 } };
      for (let draw = 0; draw < pairs.length; draw += 1) {
        const pair = prng.pick(pairs);
        for (const group of ['a', 'b'] as const) {
          total[group].n += pair[group]?.n ?? 0;
          total[group].sum += pair[group]?.sum ?? 0;
        }
      }
      return total.b.sum / total.b.n - total.a.sum / total.a.n;
    });
    const mean = differences.reduce((sum, one) => sum + one, 0) / differences.length;
    const bootstrapped = Math.sqrt(differences.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (differences.length - 1));
    const { standardError } = compareMeans(pairs) ?? {};
    expect((standardError ?? 0) / bootstrapped).toBeGreaterThan(0.95);
    expect((standardError ?? 0) / bootstrapped).toBeLessThan(1.08);
    // The groups share most sessions: as if they did not, the standard error would be half again as large.
    const apart = compareMeans(
      pairs.flatMap(({ a, b }) => [
        { a, b: null },
        { a: null, b },
      ]),
    );
    expect(apart?.standardError).toBeGreaterThan(1.4 * (standardError ?? 0));
  });

  it("approaches Newcombe's interval with many sessions of one turn", () => {
    const toTurns = (hits: number, of: number) => toSingles(Array.from({ length: of }, (_, at) => (at < hits ? 1 : 0)));
    const compared = compareProportions(separate(toTurns(4_800, 8_000), toTurns(5_600, 7_000)));
    const newcombe = computeNewcombe({ hits: 5_600, of: 7_000 }, { hits: 4_800, of: 8_000 });
    expect(compared?.interval?.low).toBeCloseTo(newcombe?.low ?? 0, 5);
    expect(compared?.interval?.high).toBeCloseTo(newcombe?.high ?? 0, 5);
  });

  it('says nothing about chance with one session in a group, or if no session varies', () => {
    const unknown = { interval: null, pValue: null, standardError: null };
    const many = toClusters(sizes, [2, 7, 1, 9, 4, 3, 1, 5]);
    for (const compare of [compareMeans, compareProportions]) {
      expect(compare(separate([], many))).toBeNull();
      expect(compare(separate([{ n: 4, sum: 2 }], many))).toMatchObject(unknown);
      expect(compare(many.map((a) => ({ a, b: a })))).toEqual({ difference: 0, ...unknown });
    }
    expect(compareMeans(separate(toSingles([1, 1]), toSingles([2, 2])))).toEqual({ difference: 1, ...unknown });
    expect(compareProportions(separate(toSingles([0, 0]), toSingles([1, 1])))?.interval?.low).toBeLessThan(0);
  });
});

const size = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.constantFrom(1e9, 2 ** 53));
const anyCluster = fc.record({
  n: size,
  sum: fc.oneof(fc.integer({ min: -9, max: 9 }), fc.double({ noNaN: true, noDefaultInfinity: true })),
});
const anyShare = fc
  .record({ n: size, share: fc.constantFrom(0, 0.1, 0.5, 1) })
  .map(({ n, share }): Cluster => ({ n, sum: Math.round(n * share) }));
const toPairs = (cluster: fc.Arbitrary<Cluster>) =>
  fc.array(fc.record({ a: fc.option(cluster), b: fc.option(cluster) }), { maxLength: 12 });

/** Every number in a result, however deep. */
const listNumbers = (value: unknown): number[] =>
  typeof value === 'number' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(listNumbers) : [];

describe('any input', () => {
  it('gives finite numbers or null', () => {
    fc.assert(
      fc.property(fc.array(anyCluster, { maxLength: 12 }), toPairs(anyCluster), (clusters, pairs) => {
        for (const number of [estimateMean(clusters), compareMeans(pairs)].flatMap(listNumbers)) expect(number).toSatisfy(Number.isFinite);
      }),
      { numRuns: 2_000 },
    );
  });

  it('gives intervals that hold the estimate, and p-values that agree with them', () => {
    fc.assert(
      fc.property(fc.array(anyShare, { maxLength: 12 }), toPairs(anyShare), (clusters, pairs) => {
        const [one, two] = [estimateProportion(clusters), compareProportions(pairs)];
        for (const number of [one, two].flatMap(listNumbers)) expect(number).toSatisfy(Number.isFinite);
        if (one?.interval) {
          expect(one.interval.low).toBeGreaterThanOrEqual(0);
          expect(one.interval.low).toBeLessThanOrEqual(one.value);
          expect(one.interval.high).toBeGreaterThanOrEqual(one.value);
          expect(one.interval.high).toBeLessThanOrEqual(1);
        }
        if (!two?.interval) return;
        expect(two.interval.low).toBeLessThanOrEqual(two.difference);
        expect(two.interval.high).toBeGreaterThanOrEqual(two.difference);
        const edge = Math.min(Math.abs(two.interval.low), Math.abs(two.interval.high));
        if (edge > 1e-9) expect((two.pValue ?? 1) < 0.05).toBe(two.interval.low > 0 || two.interval.high < 0);
      }),
      { numRuns: 2_000 },
    );
  });
});
