import { describe, expect, it } from 'vitest';
import { computePrecision } from './precision.ts';

const label = (observer: string, said: 'fixed' | 'false_positive', synthetic = false) => ({ observer, label: said, synthetic });

describe('how right an observer was', () => {
  it('is unknown without a label', () => {
    expect(computePrecision('stall', [label('drift', 'fixed')])).toEqual({
      observer: 'stall',
      fixed: 0,
      falsePositive: 0,
      precision: null,
      synthetic: false,
    });
  });

  it('counts demo data only where nothing else is labeled, and says so', () => {
    const demo = [label('stall', 'fixed', true), label('stall', 'false_positive', true)];
    expect(computePrecision('stall', demo)).toMatchObject({ fixed: 1, falsePositive: 1, precision: { rate: 0.5 }, synthetic: true });
    expect(computePrecision('stall', [...demo, label('stall', 'fixed')])).toMatchObject({
      fixed: 1,
      falsePositive: 0,
      precision: { rate: 1 },
      synthetic: false,
    });
  });

  it('is its share of groups that were fixed, within an interval', () => {
    const labels = [...Array.from({ length: 8 }, () => label('stall', 'fixed')), label('stall', 'false_positive'), label('drift', 'fixed')];
    const { fixed, falsePositive, precision } = computePrecision('stall', labels);
    expect([fixed, falsePositive, precision?.rate]).toEqual([8, 1, 8 / 9]);
    // Wilson for 8 of 9.
    expect(precision?.low).toBeCloseTo(0.565, 3);
    expect(precision?.high).toBeCloseTo(0.9801, 3);
  });
});
