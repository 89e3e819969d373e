import { expect, it } from 'vitest';
import { placeLabels } from './place-labels.ts';

it('moves labels apart, in the order of their places and within the plot', () => {
  const place = (...ys: number[]) =>
    placeLabels(
      ys.map((y) => ({ y })),
      14,
      10,
      100,
    ).map(({ y }) => y);
  expect(place(40, 20)).toEqual([20, 40]);
  expect(place(50, 52)).toEqual([50, 64]);
  expect(place(0, 2)).toEqual([10, 24]);
  expect(place(99, 120)).toEqual([86, 100]);
  expect(place()).toEqual([]);
});
