import { describe, expect, it } from 'vitest';
import { extendTrail, listRefs, startTrail, type Trail, type TrailCall } from './trail.ts';

const make = (index: number, paidBy?: number): TrailCall => ({
  ...{ index, id: `c${index}`, resultId: null, durationMs: 5 },
  ...(paidBy === undefined ? { tokens: 100, costUsd: 0.5 } : { tokens: 0, costUsd: 0, paidBy }),
});
const extend = (calls: readonly TrailCall[], from = startTrail(1)): Trail => calls.reduce<Trail>(extendTrail, from);
const alone = Array.from({ length: 8 }, (_, at) => make(at + 1));
const ofOne = Array.from({ length: 40 }, (_, at) => make(at + 9, at === 0 ? undefined : 9));

describe('the waste of calls that belong together', () => {
  it('is known while a response that began with one of them goes on, however far', () => {
    for (let length = 1; length <= ofOne.length; length += 1) {
      const { waste } = extend([...alone, ...ofOne.slice(0, length)]);
      expect(waste).toEqual({ calls: 7 + length, tokens: 800, durationMs: 5 * (7 + length), costUsd: 4 });
    }
  });

  it('is not known of a response that began with a call outside, from there on', () => {
    const { waste } = extend([...alone, make(10, 9), make(11)]);
    expect(waste).toEqual({ calls: 9, tokens: null, durationMs: 45, costUsd: null });
  });

  it('goes on from a state in which the call that is counted is not kept, as far as that call is named', () => {
    const { payer, ...before } = extend([...alone, ...ofOne.slice(0, 6)]);
    expect(payer).toBe(9);
    expect(extend(ofOne.slice(6, 7), before).waste.tokens).toBe(null);
    const { payer: _, ...near } = extend([...alone, ...ofOne.slice(0, 5)]);
    expect(extend(ofOne.slice(5, 6), near).waste.tokens).toBe(800);
  });

  it('names the first five and the last five of them', () => {
    expect(listRefs(extend([...alone, ...ofOne])).map(([index]) => index)).toEqual([1, 2, 3, 4, 5, 44, 45, 46, 47, 48]);
  });
});
