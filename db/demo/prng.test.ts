import { describe, expect, it } from 'vitest';
import { makePrng } from './prng.ts';

describe('makePrng', () => {
  it('repeats itself for the same seed', () => {
    const draw = (seed: number) => {
      const prng = makePrng(seed);
      return Array.from({ length: 50 }, () => prng.next());
    };
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
  });

  it('spreads evenly between both ends', () => {
    const prng = makePrng(1);
    const counts = new Map<number, number>();
    for (let i = 0; i < 6_000; i += 1) {
      const face = prng.int(1, 6);
      counts.set(face, (counts.get(face) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual([1, 2, 3, 4, 5, 6]);
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  });

  it('makes ids in the shape of a UUID, each different', () => {
    const prng = makePrng(3);
    const ids = Array.from({ length: 2_000 }, () => prng.uuid());
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});
