import { describe, expect, it } from 'vitest';
import { mapAhead } from './map-ahead.ts';

const later = () => new Promise((resolve) => setTimeout(resolve, 1));

describe('mapAhead', () => {
  it.each<[number | undefined, string]>([
    [undefined, 'begin a, begin b, use a, begin c, use b, begin d, use c, use d'],
    [3, 'begin a, begin b, begin c, use a, begin d, use b, use c, use d'],
  ])('gives results in order, and has %s in flight at most, two if that is not given', async (atOnce, expected) => {
    const events: string[] = [];
    const work = async (item: string) => {
      events.push(`begin ${item}`);
      await later();
      return item;
    };
    for await (const result of mapAhead(['a', 'b', 'c', 'd'], work, atOnce)) events.push(`use ${result}`);
    expect(events.join(', ')).toBe(expected);
  });

  it('throws an error in its place, also of what began before the one that is waited for', async () => {
    const results: string[] = [];
    const work = async (item: string) => {
      if (item === 'b') throw new Error('b failed');
      await later();
      return item;
    };
    const run = async () => {
      for await (const result of mapAhead(['a', 'b', 'c'], work)) results.push(result);
    };
    await expect(run()).rejects.toThrow('b failed');
    expect(results).toEqual(['a']);
  });
});
