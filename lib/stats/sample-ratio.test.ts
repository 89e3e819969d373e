import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkSampleRatio, sampleRatioAlarm } from './sample-ratio.ts';

it("gives the published test of Mendel's peas", () => {
  // 315 round yellow, 108 round green, 101 wrinkled yellow, 32 wrinkled green against 9 : 3 : 3 : 1 (G. Mendel, 1866; R: chisq.test, X-squared
  // = 0.47002, df = 3, p-value = 0.9254).
  const test = checkSampleRatio([315, 108, 101, 32], [9, 3, 3, 1]);
  expect(test?.chiSquared).toBeCloseTo(0.47002, 5);
  expect(test?.df).toBe(3);
  expect(test?.pValue).toBeCloseTo(0.9254, 4);
});

it('raises the alarm for a published mismatch', () => {
  // R. Kohavi, D. Tang and Y. Xu, Trustworthy Online Controlled Experiments, 2020, chapter 3: 821,588 and 815,482 users, p = 1.8E-6.
  const test = checkSampleRatio([821_588, 815_482], [0.5, 0.5]);
  expect(test?.pValue.toExponential(1)).toBe('1.8e-6');
  expect(test?.pValue).toBeLessThan(sampleRatioAlarm);
  expect(checkSampleRatio([105, 95], [0.5, 0.5])?.pValue).toBeGreaterThan(sampleRatioAlarm);
});

it('knows nothing of nothing, and of arms that get no sessions', () => {
  expect(checkSampleRatio([0, 0], [0.5, 0.5])).toBeNull();
  expect(checkSampleRatio([5, 5], [0, 1])).toBeNull();
  expect(checkSampleRatio([5], [1])).toBeNull();
  expect(checkSampleRatio([5, 5], [1])).toBeNull();
});

it('gives a p-value above 0 for any counts', () => {
  fc.assert(
    fc.property(fc.nat(1e9), fc.nat(1e9), fc.double({ min: 1e-3, max: 0.999, noNaN: true }), (control, treatment, share) => {
      const test = checkSampleRatio([control, treatment], [1 - share, share]);
      if (control + treatment === 0) expect(test).toBeNull();
      else {
        expect(test?.pValue).toBeGreaterThan(0);
        expect(test?.pValue).toBeLessThanOrEqual(1);
      }
    }),
  );
});
