import { expect, it } from 'vitest';
import { computeFindingMarks } from './finding-marks.ts';
import { makeEpisode, buildFinding } from './build-finding.ts';
import { listWaste, sumWaste } from './waste-sum.ts';

const marksOf = (...wastes: { calls: number[]; wasted: number; tokens?: number }[]) =>
  computeFindingMarks(
    wastes.map(({ calls, wasted, tokens }) =>
      makeEpisode({ finding: buildFinding({ calls, waste: { calls: wasted, tokens: tokens ?? null, durationMs: 1_000, costUsd: null } }) }),
    ),
  );

it('adds what is known', () => {
  expect(sumWaste(marksOf({ calls: [1, 2, 3], wasted: 2, tokens: 100 }, { calls: [7, 8], wasted: 1 }))).toEqual({
    calls: 3,
    tokens: 100,
    durationMs: 2_000,
    costUsd: null,
  });
});

it('counts calls that two findings rest on once, with the larger waste', () => {
  expect(sumWaste(marksOf({ calls: [2, 3], wasted: 1 }, { calls: [1, 2, 3], wasted: 2 }))?.calls).toBe(2);
});

it('is nothing where no finding says', () => {
  expect(sumWaste(computeFindingMarks([makeEpisode()]))).toBeNull();
});

it('leaves out what is unknown or nothing', () => {
  expect(listWaste({ calls: 2, tokens: 0, durationMs: 0, costUsd: 0 })).toEqual(['2 calls']);
  expect(listWaste({ calls: 3, tokens: 37_200, durationMs: null, costUsd: null })).toEqual(['3 calls', '37.2 k uncached tokens']);
  expect(listWaste({ calls: 1, tokens: null, durationMs: 29_600, costUsd: null })).toEqual(['1 call', '29.6 s']);
});
