import { describe, expect, it } from 'vitest';
import type { MetricComparison } from '@/lib/domain/cohort.ts';
import { isBeyond, toForestLimit, toForestPlace } from './to-forest.ts';

const compared = (metric: MetricComparison['metric'], relative: MetricComparison['relative']): MetricComparison => ({
  metric,
  a: null,
  b: null,
  difference: null,
  interval: null,
  relative,
  pValue: null,
  atLeast: { a: 0, b: 0 },
  isClear: false,
});
const more = { value: 0.1, interval: { low: -0.05, high: 0.4 } };

describe('the forest plot', () => {
  it('turns metrics of which less is better, so that right is better', () => {
    expect(toForestPlace(compared('completed', more), 0.5)).toEqual({
      value: 0.2,
      low: -0.1,
      high: 0.8,
      isCutLow: false,
      isCutHigh: false,
    });
    expect(toForestPlace(compared('tokens', more), 0.5)).toEqual({ value: -0.2, low: -0.8, high: 0.1, isCutLow: false, isCutHigh: false });
  });

  it('cuts what goes beyond its ends, and says where', () => {
    expect(toForestPlace(compared('cost', { value: 3, interval: { low: 0.5, high: 9 } }), 1)).toEqual({
      value: -1,
      low: -1,
      high: -0.5,
      isCutLow: true,
      isCutHigh: false,
    });
  });

  it('says which values lie beyond it', () => {
    const isOut = (value: number) => {
      const place = toForestPlace(compared('tokens', { value, interval: null }), 1);
      return place !== null && isBeyond(place);
    };
    expect([isOut(3.15), isOut(0.9)]).toEqual([true, false]);
  });

  it('is as wide as its intervals need, and draws nothing of the unknown', () => {
    expect(toForestLimit([compared('completed', more)])).toBe(0.5);
    expect(toForestLimit([compared('completed', null)])).toBe(0.05);
    expect(toForestLimit([compared('cost', { value: 7, interval: null })])).toBe(1);
    expect(toForestPlace(compared('completed', null), 0.5)).toBeNull();
  });
});
