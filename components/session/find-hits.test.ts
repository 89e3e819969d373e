import { describe, expect, it } from 'vitest';
import { computeHitKeys, findHitAt, findNextHit, noHits, type Hits } from './find-hits.ts';
import { toViewRows } from './view-rows.ts';

const inPage = (seqs: number[], calls: number[]): Hits => ({ total: seqs.length, seqs, calls, agents: seqs.map(() => 0), subagents: [] });
const hits = inPage([2, 5, 9, 14], [0, 3, 0, 8]);
const own = { agent: null };
// Call 3 at 5 started A, whose call 2 at 4 started B; each has a record at 9.
const [toA, toB] = [
  { sessionId: 'A', call: 3, seq: 5 },
  { sessionId: 'B', call: 2, seq: 4 },
];
const deep: Hits = {
  ...{ total: 6, seqs: [2, 5, 1, 9, 9, 9], calls: [0, 3, 0, 0, 0, 0] },
  ...{ agents: [0, 0, 1, 2, 1, 0], subagents: [[toA], [toA, toB]] },
};

describe('findHitAt', () => {
  it('knows a call by its number and a record by its place', () => {
    expect(findHitAt(hits, { ...own, call: 8, seq: 1 })).toBe(3);
    expect(findHitAt(hits, { ...own, call: null, seq: 9 })).toBe(2);
    expect(findHitAt(hits, { ...own, call: 4, seq: 9 })).toBe(-1);
    expect(findHitAt(hits, { ...own, call: null, seq: -1 })).toBe(-1);
  });
});

describe('findNextHit', () => {
  const next = (call: number | null, seq: number, direction: 1 | -1 = 1) =>
    findNextHit(hits, { ...own, call, seq }, { call, seq }, direction)?.seq;
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
    const place = { ...own, call: 5, seq: 4 };
    expect(findNextHit(inPage([5, 14], [3, 8]), place, place, 1)?.call).toBe(8);
    expect(findNextHit(inPage([5, 14], [3, 8]), place, place, -1)?.call).toBe(3);
  });
  it('is null without hits', () => {
    const place = { ...own, call: null, seq: 3 };
    expect(findNextHit(noHits, place, place, 1)).toBeNull();
    expect(findNextHit(noHits, place, place, -1)).toBeNull();
  });
  it('goes into subagents after the calls that started them, and on from any place in one', () => {
    const from = (agent: string | null, call: number | null, seq: number, at = { call, seq }) => {
      const [next, previous] = ([1, -1] as const).map((by) => findNextHit(deep, { agent, call, seq }, at, by));
      return [next, previous].map((hit) => `${hit?.agent ?? ''}@${hit?.seq}`);
    };
    expect(from(null, 3, 5)).toEqual(['A@1', '@2']);
    expect(from('A', null, 1)).toEqual(['A.B@9', '@5']);
    expect(from('A.B', null, 9)).toEqual(['A@9', 'A@1']);
    expect(from('A', null, 9)).toEqual(['@9', 'A.B@9']);
    expect(from('A', null, 3)).toEqual(['A.B@9', 'A@1']);
    expect(from('A.B', null, 12)).toEqual(['A@9', 'A.B@9']);
    expect(from(null, null, 7)).toEqual(['@9', 'A@9']);
    // A subagent without a match counts as its call.
    expect(from('C', null, 1, { call: 4, seq: 7 })).toEqual(['@9', 'A@9']);
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
