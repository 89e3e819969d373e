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

it('gives finite numbers or null for any input', () => {
  const session = fc.record({
    arm: fc.constantFrom<ArmSession['arm']>('control', 'treatment'),
    n: fc.nat(20),
    sum: fc.double({ noNaN: true, noDefaultInfinity: true }),
  });
  fc.assert(
    fc.property(fc.array(session, { maxLength: 12 }), fc.double({ min: 0.01, max: 0.99, noNaN: true }), (sessions, share) => {
      const effect = estimateEffect(sessions, share);
      if (!effect) return;
      expect(effect.effect).toSatisfy(Number.isFinite);
      if (effect.sd !== null) expect(effect.sd).toBeGreaterThan(0);
      if (effect.sd !== null) expect(effect.sd).toSatisfy(Number.isFinite);
    }),
  );
});
