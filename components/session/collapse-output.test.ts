import { describe, expect, it } from 'vitest';
import { collapseOutput, splitErrorName } from './collapse-output.ts';

const lines = (n: number) => Array.from({ length: n }, (_, i) => `line ${i + 1}`);

describe('collapseOutput', () => {
  it('shows the first eight lines and counts the rest', () => {
    expect(collapseOutput(lines(46), false, null)).toEqual({ shown: [0, 1, 2, 3, 4, 5, 6, 7], hidden: 38 });
  });
  it('does not collapse a single line', () => {
    expect(collapseOutput(lines(9), false, null)).toMatchObject({ hidden: 0 });
  });
  it('shows three lines of the error', () => {
    const text = ['Exit code 1', 'setting up', '', '  TypeError: boom', '', '    at a.ts:1', '    at b.ts:2', ...lines(20)];
    expect(collapseOutput(text, true, null)).toEqual({ shown: [3, 5, 6], hidden: 24 });
  });
  it('counts lines beyond those at hand', () => {
    expect(collapseOutput(lines(20), false, 2809).hidden).toBe(2801);
  });
});

describe('splitErrorName', () => {
  it('finds the name at the start of a line', () => {
    expect(splitErrorName('  TypeError: boom')).toEqual(['  ', 'TypeError', ': boom']);
    expect(splitErrorName('fine')).toEqual(['fine', '', '']);
  });
});
