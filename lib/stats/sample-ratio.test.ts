import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makePrng } from '../../db/demo/prng.ts';
import { checkDependence, checkSampleRatio, sampleRatioAlarm } from './sample-ratio.ts';

const draw = (count: number, rate: number, seed = 1): boolean[] => {
  const random = makePrng(seed);
  return Array.from({ length: count }, () => random.chance(rate));
};
const isBroken = (sessions: readonly boolean[], share: number): boolean => (checkSampleRatio(sessions, share) ?? 1) < sampleRatioAlarm;

it('is 1 / the most that its bets were worth, by hand', () => {
  // One half planned, all in treatment: the narrow prior bets (14.53 × 4 / 2 + k) / (14.53 × 4 + k), the wide one (1 + k) / (2 + k), from 3 : 1.
  const size = 4 / Math.log(1.3) ** 2;
  const worth = (3 / 4) * 2 * 2 * (1 / 2) * ((size / 2 + 1) / (size + 1)) + (1 / 4) * 2 * 2 * (1 / 2) * (2 / 3);
  expect(checkSampleRatio([true, true], 0.5)).toBeCloseTo(1 / worth, 12);
  expect(checkSampleRatio([true], 0.5)).toBeCloseTo(1, 12);
});

it('holds the plan of a rare arm for whole at its first session, and finds one that gets everything', () => {
  expect(checkSampleRatio([true], 0.05)).toBeCloseTo(1, 12);
  expect(isBroken([true, true], 0.05)).toBe(false);
  expect(isBroken(draw(8, 1), 0.05)).toBe(true);
  expect(isBroken(draw(30, 1), 0.5)).toBe(true);
});

it('finds a split of 1 : 1.3 about as soon as a test can that holds at every look', () => {
  // Even a test that knows the split needs 811 sessions on average for p < 0.001: log(1000) / 0.00852.
  const found = Array.from({ length: 60 }, (_, seed) => isBroken(draw(1_000, 1.3 / 2.3, seed), 0.5)).filter(Boolean).length;
  expect(found).toBeGreaterThan(30);
});

it('raises no alarm over a planned split, at any look', () => {
  for (const share of [0.5, 0.2, 0.05])
    expect(Array.from({ length: 200 }, (_, seed) => isBroken(draw(1_000, share, seed), share)).filter(Boolean)).toHaveLength(0);
});

it('finds what depends on the arm, whether it is rare or common', () => {
  const test = (rates: { control: number; treatment: number }, count: number, share = 0.5) => {
    const random = makePrng(3);
    const sessions = draw(count, share, 2).map((isTreatment) => ({
      isTreatment,
      x: random.chance(isTreatment ? rates.treatment : rates.control) ? 1 : 0,
    }));
    return checkDependence(sessions, share) ?? 1;
  };
  expect(test({ control: 0.24, treatment: 0 }, 300)).toBeLessThan(sampleRatioAlarm);
  expect(test({ control: 0.5, treatment: 0.9 }, 600, 0.2)).toBeLessThan(sampleRatioAlarm);
  expect(test({ control: 0.24, treatment: 0.24 }, 2_000)).toBeGreaterThan(sampleRatioAlarm);
  expect(test({ control: 1, treatment: 1 }, 2_000)).toBeCloseTo(1, 12);
  expect(test({ control: 0, treatment: 0 }, 2_000, 0.05)).toBeCloseTo(1, 12);
});

it('raises seldom an alarm where nothing depends on the arm', () => {
  const alarms = Array.from({ length: 300 }, (_, seed) => {
    const random = makePrng(1_000 + seed);
    const share = [0.5, 0.2, 0.05][seed % 3] ?? 0.5;
    const x = [0.02, 0.3, 0.9][seed % 3] ?? 0;
    const sessions = Array.from({ length: 500 }, () => ({
      isTreatment: random.chance(share),
      x: random.chance(x) ? 1 : random.next() * x,
    }));
    return (checkDependence(sessions, share) ?? 1) < 0.05;
  }).filter(Boolean);
  expect(alarms.length).toBeLessThanOrEqual(0.05 * 300);
});

it('knows nothing of nothing, and of arms that get no sessions', () => {
  expect(checkSampleRatio([], 0.5)).toBeNull();
  expect(checkSampleRatio([true], 1)).toBeNull();
  expect(checkDependence([], 0.5)).toBeNull();
  expect(checkDependence([{ isTreatment: true, x: 1 }], 0)).toBeNull();
});

it('gives p-values above 0 that never grow with more sessions', () => {
  const share = fc.double({ min: 1e-3, max: 0.999, noNaN: true });
  const session = fc.record({ isTreatment: fc.boolean(), x: fc.double({ min: 0, max: 1, noNaN: true }) });
  fc.assert(
    fc.property(fc.array(session, { minLength: 2, maxLength: 200 }), share, (sessions, planned) => {
      const both = [sessions.slice(0, -1), sessions].map((some) => ({
        ratio: checkSampleRatio(
          some.map(({ isTreatment }) => isTreatment),
          planned,
        ),
        dependence: checkDependence(some, planned),
      }));
      for (const of of ['ratio', 'dependence'] as const) {
        const [before = null, after = null] = both.map((one) => one[of]);
        expect(after).toBeGreaterThan(0);
        expect(after).toBeLessThanOrEqual(before ?? 1);
      }
    }),
  );
});
