import { expect, it } from 'vitest';
import { isLive } from './live.ts';

it.each<[boolean, number | null]>([
  [true, 100_000],
  [true, 0],
  [false, -20_001],
  [false, null],
])('is %s where the newest record is of %s, at 100,000', (expected, lastRecordAtMs) => {
  expect(isLive({ lastRecordAtMs, synthetic: false }, 99_999)).toBe(expected);
  expect(isLive({ lastRecordAtMs, synthetic: true }, 99_999)).toBe(false);
});
