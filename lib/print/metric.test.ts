import { describe, expect, it } from 'vitest';
import {
  printAxisTick,
  printDifference,
  printDifferenceInterval,
  printKnown,
  printSignedEffect,
  printEffectInterval,
  printMetric,
  printRelative,
  printSmallestEffect,
} from './metric.ts';

describe('metrics', () => {
  it('prints values in their unit, and a dash for what is not known', () => {
    expect([
      printMetric('completed', 0.612),
      printMetric('iterations', 14.82),
      printMetric('tool_errors', 2.306),
      printMetric('duration', 408_000),
      printMetric('tokens', 184_200),
      printMetric('cost', 0.34),
      printMetric('reward', -0.5),
      printMetric('recovered', 1),
      printMetric('tokens', null),
    ]).toEqual(['61.2 %', '14.8', '2.31', '6 m 48 s', '184 k', '$0.34', '−0.50', '100 %', '–']);
  });

  it('prints differences with a sign, but zero without', () => {
    expect([
      printDifference('completed', 0.063),
      printDifference('iterations', -1.9),
      printDifference('iterations', -0.01),
      printDifference('duration', -17_000),
      printDifference('duration', 3_900_000),
      printDifference('tokens', 19_000),
      printDifference('cost', -0.042),
      printDifference('cost', null),
    ]).toEqual(['+6.3', '−1.9', '−0.010', '−17 s', '+65 m', '+19 k', '−$0.042', '–']);
  });

  it('prints both ends of an interval in one unit', () => {
    expect([
      printDifferenceInterval('completed', { low: -0.014, high: 0.139 }),
      printDifferenceInterval('duration', { low: -65_000, high: 36_000 }),
      printDifferenceInterval('tokens', { low: -900, high: 40_200 }),
      printDifferenceInterval('tokens', null),
    ]).toEqual(['−1.4 to +13.9', '−65 to +36 s', '−1 to +40 k', '–']);
  });

  it('prints effects as points, relative changes, or in their unit', () => {
    expect([
      printSignedEffect('completed', 0.036),
      printSignedEffect('tokens', -0.22),
      printSignedEffect('duration', 0.034),
      printSignedEffect('iterations', -1.9),
    ]).toEqual(['+3.6', '−22 %', '+3.4 %', '−1.9']);
    expect(printEffectInterval('tokens', { low: -0.34, high: -0.09 })).toBe('−34 to −9 %');
  });

  it('prints ticks as short as their unit allows', () => {
    expect([
      printAxisTick('completed', 0.7),
      printAxisTick('iterations', 15),
      printAxisTick('tool_errors', 0.5),
      printAxisTick('duration', 120_000),
      printAxisTick('tokens', 40_000),
      printAxisTick('cost', 0.25),
      printAxisTick('tokens', 0),
    ]).toEqual(['70 %', '15', '0.5', '2 m', '40 k', '$0.25', '0']);
  });

  it('prints relative changes and smallest effects', () => {
    expect([printRelative(0.12), printRelative(-0.001), printRelative(-0.22)]).toEqual(['+12 %', '0 %', '−22 %']);
    expect([
      printSmallestEffect('completed', 0.08),
      printSmallestEffect('recovered', 0.01),
      printSmallestEffect('duration', 0.1),
      printSmallestEffect('iterations', 1.5),
    ]).toEqual(['8 points', '1 point', '10 %', '1.5']);
  });
});

it('what a turn has whose value is known', () => {
  expect((['completed', 'reward', 'tokens', 'tool_errors'] as const).map(printKnown)).toEqual([
    'a known outcome',
    'a known reward',
    'known tokens',
    'known tool errors',
  ]);
});
