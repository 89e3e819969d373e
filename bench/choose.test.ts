import { expect, it } from 'vitest';
import { chooseBenches } from './choose.ts';

const choose = (...args: string[]) => chooseBenches(args, ['import', 'lists'], ['longest']);

it('takes all where nothing is asked for, and the longest only in full', () => {
  expect(choose()).toEqual({ full: false, names: ['import', 'lists'], unknown: [] });
  expect(choose('--full')).toEqual({ full: true, names: ['import', 'lists', 'longest'], unknown: [] });
  expect(choose('lists')).toEqual({ full: false, names: ['lists'], unknown: [] });
});

it('names what is neither a bench nor an option', () => {
  expect(choose('--fool', 'lists', 'longest').unknown).toEqual(['--fool', 'longest']);
  expect(choose('toString').unknown).toEqual(['toString']);
});
