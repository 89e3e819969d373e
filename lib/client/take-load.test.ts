import { expect, it } from 'vitest';
import { smallFileBytes, takeLoad } from './take-load.ts';

const pick = (path: string, bytes: number) => ({ path, bytes, file: new File([new Uint8Array(bytes)], path) });
const loadsOf = (sizes: readonly number[]): number[][] => {
  const queue = sizes.map((bytes, index) => pick(String(index), bytes));
  const loads: number[][] = [];
  for (let load = takeLoad(queue); load.length > 0; load = takeLoad(queue)) loads.push(load.map(({ bytes }) => bytes));
  return loads;
};

it('takes small files together, at most sixteen', () => {
  expect(loadsOf(Array.from({ length: 40 }, () => 10)).map(({ length }) => length)).toEqual([16, 16, 8]);
});

it('takes a large file alone, in the order that they came in', () => {
  const large = smallFileBytes + 1;
  expect(loadsOf([1, 2, large, 3, large, large, 4])).toEqual([[1, 2], [large], [3], [large], [large], [4]]);
});

it('takes at most a megabyte together', () => {
  expect(loadsOf(Array.from({ length: 6 }, () => smallFileBytes)).map(({ length }) => length)).toEqual([4, 2]);
});

it('takes nothing of nothing', () => {
  expect(takeLoad([])).toEqual([]);
});
