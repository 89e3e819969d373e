import { describe, expect, it } from 'vitest';
import { computeHitKeys, findHitAt, findNextHit, noHits, type Hits } from './find-hits.ts';
import { toViewRows } from './view-rows.ts';

const hits: Hits = { total: 4, seqs: [2, 5, 9, 14], calls: [0, 3, 0, 8] };

describe('findHitAt', () => {
  it('knows a call by its number and a record by its place', () => {
    expect(findHitAt(hits, { call: 8, seq: 1 })).toBe(3);
    expect(findHitAt(hits, { call: null, seq: 9 })).toBe(2);
    expect(findHitAt(hits, { call: 4, seq: 9 })).toBe(-1);
    expect(findHitAt(hits, { call: null, seq: -1 })).toBe(-1);
  });
});

describe('findNextHit', () => {
  const next = (call: number | null, seq: number, direction: 1 | -1 = 1) => findNextHit(hits, { call, seq }, direction)?.seq;
  it('goes from hit to hit, around the ends', () => {
    expect([next(null, 2), next(3, 5), next(null, 9), next(8, 14)]).toEqual([5, 9, 14, 2]);
    expect([next(null, 2, -1), next(3, 5, -1), next(8, 14, -1)]).toEqual([14, 2, 9]);
  });
  it('goes from any other place to the nearest', () => {
    expect([next(null, -1), next(null, 6), next(null, 20)]).toEqual([2, 9, 2]);
    expect([next(null, -1, -1), next(null, 6, -1), next(null, 20, -1)]).toEqual([14, 5, 14]);
  });
  it('compares calls by number, as their fold stands before all of them', () => {
    expect(next(7, 4)).toBe(9);
    expect(findNextHit({ total: 2, seqs: [5, 14], calls: [3, 8] }, { call: 5, seq: 4 }, 1)?.call).toBe(8);
    expect(findNextHit({ total: 2, seqs: [5, 14], calls: [3, 8] }, { call: 5, seq: 4 }, -1)?.call).toBe(3);
  });
  it('is null without hits', () => {
    expect(findNextHit(noHits, { call: null, seq: 3 }, 1)).toBeNull();
    expect(findNextHit(noHits, { call: null, seq: 3 }, -1)).toBeNull();
  });
});

describe('computeHitKeys', () => {
  const rows = toViewRows({
    fromTurn: 0,
    firstTurn: 0,
    firstCall: 1,
    kinds: 'PFCM',
    steps: [0, 1, 7, 2],
    sizes: [3, 4],
    gaps: [2, 2, 1, 1, 1],
    totalRecords: 14,
  });
  it('names the row, and the one that holds it', () => {
    expect(computeHitKeys(rows, { call: null, seq: 0 })).toEqual(['s0']);
    expect(computeHitKeys(rows, { call: 2, seq: 3 })).toEqual(['f1', 'c2']);
    expect(computeHitKeys(rows, { call: 4, seq: 8 })).toEqual(['c4']);
    expect(computeHitKeys(rows, { call: null, seq: 12 })).toEqual(['m10', 's12']);
  });
});
