import { printCount } from './number.ts';

/** `steppable`: matches that can be stepped through, of `total`. `at`: the current one's index, below 0 if none is. */
type MatchPlace = { total: number; steppable: number; at: number; isWaiting: boolean };

/** `3 of 41`; only the total while no match is current, and nothing where no text is looked for. */
export const printMatchPlace = ({ total, steppable, at, isWaiting }: MatchPlace, text: string): string => {
  if (text === '') return '';
  if (isWaiting) return '…';
  if (total === 0) return 'not found';
  if (at < 0) return `${printCount(total)} found`;
  const limit = total > steppable ? `, the first ${printCount(steppable)} can be stepped through` : '';
  return `${printCount(at + 1)} of ${printCount(total)}${limit}`;
};
