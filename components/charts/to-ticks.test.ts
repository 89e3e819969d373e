import { describe, expect, it } from 'vitest';
import { pickEvenly, toTicks } from './to-ticks.ts';

describe('axes', () => {
  it('has round ends that hold all values', () => {
    expect(toTicks([0.34, 0.87], 4)).toEqual({ low: 0.2, high: 1, ticks: [0.2, 0.4, 0.6, 0.8, 1] });
    expect(toTicks([0, 1_284], 4)).toEqual({ low: 0, high: 1_500, ticks: [0, 500, 1_000, 1_500] });
    expect(toTicks([-30, 30], 3).ticks).toEqual([-50, 0, 50]);
  });

  it('stays within what is possible', () => {
    expect(toTicks([-0.2, 1.4], 3, { low: 0, high: 1 })).toEqual({ low: 0, high: 1, ticks: [0, 0.5, 1] });
  });

  it('counts in whole steps', () => {
    expect(toTicks([0, 1], 4, { low: 0, isWhole: true })).toEqual({ low: 0, high: 1, ticks: [0, 1] });
    expect(toTicks([0, 7], 4, { low: 0, isWhole: true }).ticks).toEqual([0, 3, 6, 9]);
  });

  it('has an extent also without values, or with a single one', () => {
    for (const axis of [toTicks([], 4), toTicks([5], 4), toTicks([0], 4), toTicks([1, 1], 3, { low: 0, high: 1 })])
      expect(axis.high).toBeGreaterThan(axis.low);
  });
});

it('picks places at equal distances, with the last', () => {
  expect(pickEvenly([1, 2, 3, 4, 5, 6, 7], 3)).toEqual([1, 4, 7]);
  expect(pickEvenly([1, 2, 3, 4, 5], 4)).toEqual([1, 3, 5]);
  expect(pickEvenly([1, 2, 3, 4, 5, 6], 3)).toEqual([3, 6]);
  expect(pickEvenly([1, 2], 5)).toEqual([1, 2]);
  expect(pickEvenly([], 5)).toEqual([]);
});
