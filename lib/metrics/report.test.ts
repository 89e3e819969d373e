import { expect, it } from 'vitest';
import { printGeneral, roundHalfEven, toFixedHalfEven } from './round-half-even.ts';

it('rounds halves to even, and only true halves', () => {
  expect([toFixedHalfEven(43.75, 1), toFixedHalfEven(6.25, 1), toFixedHalfEven(1000.5, 0), toFixedHalfEven(1001.5, 0)]).toEqual([
    '43.8',
    '6.2',
    '1000',
    '1002',
  ]);
  expect([
    roundHalfEven(2.625, 2),
    roundHalfEven(3.125, 2),
    roundHalfEven(0.125, 2),
    roundHalfEven(2.675, 2),
    roundHalfEven(1.005, 2),
  ]).toEqual([2.62, 3.12, 0.12, 2.67, 1]);
  expect([toFixedHalfEven(-2.5, 0), toFixedHalfEven(-0.2, 0), toFixedHalfEven(0.5, 0), toFixedHalfEven(1e21, 0)]).toEqual([
    '-2',
    '0',
    '0',
    '1e+21',
  ]);
});

it('prints numbers of days as Python does', () => {
  expect([7, 0.0003, 1e6, 123_456, 1_234_567, -0.02, 45.5, 0, 7.25, 0.00001].map(printGeneral)).toEqual([
    '7',
    '0.0003',
    '1e+06',
    '123456',
    '1.23457e+06',
    '-0.02',
    '45.5',
    '0',
    '7.25',
    '1e-05',
  ]);
});
