import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareMeans } from './clustered.ts';
import { estimateEffect, type ArmSession } from './effect.ts';

const toArm = (arm: ArmSession['arm'], clusters: readonly (readonly [n: number, sum: number])[]): ArmSession[] =>
  clusters.map(([n, sum]) => ({ arm, n, sum }));

const control = toArm('control', [[3, 1], [5, 4], [2, 1], [7, 2], [4, 4], [1, 0]]); // prettier-ignore
const treatment = toArm('treatment', [[2, 2], [6, 5], [3, 1], [4, 4], [5, 3], [2, 2]]); // prettier-ignore

it('has the difference and the standard error of a comparison, at the planned split', () => {
  const effect = estimateEffect([...control, ...treatment], 0.5);
  const compared = compareMeans([...control.map((a) => ({ a, b: null })), ...treatment.map((b) => ({ a: null, b }))]);
  expect(effect?.effect).toBeCloseTo(17 / 22 - 12 / 22, 12);
  expect((effect?.sd ?? 0) / Math.sqrt(effect?.n ?? 0)).toBeCloseTo(compared?.standardError ?? 0, 12);
  expect(effect).toMatchObject({ n: 12, control: { n: 22, clusters: 6 }, treatment: { n: 22, clusters: 6 } });
});

it('is the mean of influence values weighted by the planned shares', () => {
  // By hand: one turn per session, control 0 2 (share 3/4), treatment 1 5 (share 1/4), variances 2 and 8. sd² = 2 / (3/4) + 8 / (1/4).
  const sessions = [...toArm('control', [[1, 0], [1, 2]]), ...toArm('treatment', [[1, 1], [1, 5]])]; // prettier-ignore
  expect(estimateEffect(sessions, 0.25)?.sd).toBeCloseTo(Math.sqrt(8 / 3 + 32), 12);
});

it('has no smaller deviation by a lopsided start', () => {
  const lopsided = [...control, ...treatment, ...toArm('treatment', [[2, 2], [6, 5], [3, 1], [4, 4], [5, 3], [2, 2]])]; // prettier-ignore
  const planned = estimateEffect(lopsided, 2 / 3)?.sd ?? 0;
  expect(estimateEffect(lopsided, 0.5)?.sd).toBeGreaterThanOrEqual(planned);
  expect(estimateEffect(lopsided, 0.9)?.sd).toBeGreaterThanOrEqual(planned);
});

it('needs two sessions in each arm for a deviation, and one for an effect', () => {
  expect(estimateEffect([], 0.5)).toBeNull();
  expect(estimateEffect(control, 0.5)).toBeNull();
  expect(estimateEffect([...control, ...toArm('treatment', [[2, 2]])], 0.5)).toMatchObject({ sd: null, n: 7 });
  expect(estimateEffect([...control, ...toArm('treatment', [[0, 0]])], 0.5)).toBeNull();
  expect(estimateEffect([...toArm('control', [[1, 1], [2, 2]]), ...toArm('treatment', [[1, 1], [2, 2]])], 0.5)?.sd).toBeNull(); // prettier-ignore
});

it('judges proportions by one success and one failure more where all sessions of an arm agree', () => {
  const agree = (arm: ArmSession['arm'], of: number, rate: number) =>
    toArm(
      arm,
      Array.from({ length: of }, () => [2, 2 * rate] as const),
    );
  // By hand: (0 + 1) / (30 + 2) and (30 + 1) / (30 + 2), each with a variance of 1/32 · 31/32 per session, doubled by a half and a half.
  const apart = [...agree('control', 30, 0), ...agree('treatment', 30, 1)];
  expect(estimateEffect(apart, 0.5, true)).toMatchObject({ effect: 1, n: 60 });
  expect(estimateEffect(apart, 0.5, true)?.sd).toBeCloseTo(Math.sqrt((4 * 31) / 32 ** 2), 12);
  expect(estimateEffect(apart, 0.5)?.sd).toBeNull();
  // An arm that varies keeps its variance; that of the other is added.
  const one = [...control, ...agree('treatment', 6, 1)];
  expect(estimateEffect(one, 0.5, true)?.sd).toBeGreaterThan(estimateEffect(one, 0.5)?.sd ?? Infinity);
  expect(estimateEffect([...control, ...treatment], 0.5, true)).toEqual(estimateEffect([...control, ...treatment], 0.5));
  expect(estimateEffect([...agree('control', 1, 0), ...agree('treatment', 1, 1)], 0.5, true)?.sd).toBeNull();
});

it('gives finite numbers or null for any input', () => {
  const session = fc.record({
    arm: fc.constantFrom<ArmSession['arm']>('control', 'treatment'),
    n: fc.nat(20),
    sum: fc.double({ noNaN: true, noDefaultInfinity: true }),
  });
  fc.assert(
    fc.property(
      fc.array(session, { maxLength: 12 }),
      fc.double({ min: 0.01, max: 0.99, noNaN: true }),
      fc.boolean(),
      (sessions, share, isProportion) => {
        const effect = estimateEffect(sessions, share, isProportion);
        if (!effect) return;
        expect(effect.effect).toSatisfy(Number.isFinite);
        if (effect.sd !== null) expect(effect.sd).toBeGreaterThan(0);
        if (effect.sd !== null) expect(effect.sd).toSatisfy(Number.isFinite);
      },
    ),
  );
});
