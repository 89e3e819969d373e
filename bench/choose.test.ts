import { expect, it } from 'vitest';
import { chooseBenches } from './choose.ts';

const choose = (...args: string[]) => chooseBenches(args, ['import', 'lists'], ['longest']);

it('takes all where nothing is asked for, and the longest only in full', () => {
  expect(choose()).toEqual({ full: false, minutes: null, names: ['import', 'lists'], unknown: [] });
  expect(choose('--full')).toEqual({ full: true, minutes: null, names: ['import', 'lists', 'longest'], unknown: [] });
  expect(choose('lists')).toEqual({ full: false, minutes: null, names: ['lists'], unknown: [] });
  expect(choose('lists', '--minutes=0.5')).toEqual({ full: false, minutes: 0.5, names: ['lists'], unknown: [] });
});

it('names what is neither a bench nor an option', () => {
  expect(choose('--fool', 'lists', 'longest', '--minutes=x').unknown).toEqual(['--fool', 'longest', '--minutes=x']);
  expect(choose('toString').unknown).toEqual(['toString']);
});
