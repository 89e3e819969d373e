import { describe, expect, it } from 'vitest';
import type { Overview } from '@/lib/domain/overview.ts';
import { computeZoomTo, findTurnRange } from './turn-range.ts';

const overview: Overview = {
  fromCall: 1,
  toCall: 90,
  totalCalls: 90,
  ticks: [],
  gaps: [],
  turns: [
    { turnIdx: 0, firstCall: 1, startedAtMs: null },
    { turnIdx: 2, firstCall: 38, startedAtMs: null },
  ],
  lanes: [],
};

describe('zoom to the selection', () => {
  it('takes the turn, then the calls around', () => {
    expect(findTurnRange(overview, 37)).toEqual({ from: 1, to: 37 });
    expect(computeZoomTo(overview, 51, null)).toEqual({ from: 38, to: 90 });
    expect(computeZoomTo(overview, 51, { from: 38, to: 90 })).toEqual({ from: 41, to: 61 });
    expect(computeZoomTo({ ...overview, turns: [] }, 5, null)).toEqual({ from: -5, to: 15 });
  });
});
